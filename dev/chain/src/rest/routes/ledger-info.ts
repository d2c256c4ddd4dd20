import type { Serializer } from '@aptos-labs/ts-sdk'
import { toSeconds } from '@opal/domain/time'
import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import * as z from 'zod'
import type { LedgerHead } from '../../ledger/ledger.ts'
import { ApiError } from '../responses/api-error.ts'
import { answerInBoth } from '../responses/bcs-answer.ts'
import type { RestContext } from '../rest-context.ts'
import { openApiDocument, specPage } from '../spec/openapi-document.ts'

const FULL_NODE = 1

/** Adds `GET /v1`: the head of the chain. The SDK reads the chain id from here. */
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

const Query = z.object({ duration_secs: z.coerce.number().int().min(0).max(4_294_967_295).optional() })

/**
 * Adds `GET /v1/-/healthy` and `GET /v1/info`, for watchers rather than wallets. An idle chain makes no blocks and is well;
 * one that has stopped to make them is not, once its newest block is older than the watcher allows.
 */
export function addHealthRoutes(app: FastifyInstance, { ledger, isCommitting }: RestContext): void {
  app.get('/-/healthy', (request) => {
    const query = Query.safeParse(request.query)
    if (!query.success) {
      throw new ApiError(400, 'web_framework_error', 'failed to parse query `duration_secs`: expected a u32')
    }
    const { duration_secs: allowed } = query.data
    const seconds = Math.floor(Date.now() / 1_000 - Number(toSeconds(ledger.head.timestampMicros)))
    if (allowed !== undefined && !isCommitting() && seconds > allowed) {
      const message = `The latest ledger info timestamp is ${seconds} seconds old, while ${allowed} are allowed`
      throw new ApiError(503, 'health_check_failed', message)
    }
    return { message: 'aptos-node:ok' }
  })
  app.get('/info', () => ({
    chain_id: String(ledger.head.chainId),
    node_type: 'LocalNet',
  }))
}

/** Adds `GET /v1/spec`, `/spec.json` and `/spec.yaml`: the API described, for people and for programs. */
export function addSpecRoutes(app: FastifyInstance): void {
  const document = openApiDocument()
  const yaml = stringify(document)
  app.get('/spec', (_request, reply) => reply.type('text/html; charset=utf-8').send(specPage()))
  app.get('/spec.json', () => document)
  app.get('/spec.yaml', (_request, reply) => reply.type('application/yaml').send(yaml))
}
