import type { FastifyInstance } from 'fastify'
import type { RestContext } from '../rest-context.ts'

/** `GET /v1`: where the chain stands. The SDK reads the chain id from here. */
export function addLedgerInfoRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get('/', () => {
    const head = ledger.head
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
  })
}
