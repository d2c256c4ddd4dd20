import type { Serializer } from '@aptos-labs/ts-sdk'
import type { FastifyInstance } from 'fastify'
import type { LedgerHead } from '../../ledger/ledger.ts'
import { answerInBoth } from '../responses/bcs-answer.ts'
import type { RestContext } from '../rest-context.ts'

const FULL_NODE = 1

/** `GET /v1`: where the chain stands. The SDK reads the chain id from here. */
export function addLedgerInfoRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get('/', (request, reply) => {
    const { head } = ledger
    return answerInBoth(request, reply, { json: () => render(head), bcs: (writer) => write(writer, head) })
  })
}

function render(head: LedgerHead) {
  return {
    chain_id: head.chainId,
    epoch: String(head.epoch),
    ledger_version: String(head.version),
    oldest_ledger_version: String(head.oldestVersion),
    ledger_timestamp: String(head.timestampMicros),
    node_role: 'full_node',
    oldest_block_height: String(head.oldestBlockHeight),
    block_height: String(head.blockHeight),
  }
}

/** An IndexResponseBcs: its U64 are strings in BCS too. @source the node's api-types index, move_types */
function write(writer: Serializer, head: LedgerHead): void {
  writer.serializeU8(head.chainId)
  for (const value of [head.epoch, head.version, head.oldestVersion, head.timestampMicros])
    writer.serializeStr(String(value))
  writer.serializeU32AsUleb128(FULL_NODE)
  for (const value of [head.oldestBlockHeight, head.blockHeight]) writer.serializeStr(String(value))
}
