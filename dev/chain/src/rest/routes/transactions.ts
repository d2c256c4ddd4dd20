import type { FastifyInstance } from 'fastify'
import { ApiError, notFound } from '../api-error.ts'
import { parseHashParameter, parseLimitQuery, parseU64Parameter, parseU64Query } from '../parameters.ts'
import { renderKnownTransaction } from '../render/known-transaction.ts'
import { renderTransaction } from '../render/transaction.ts'
import type { RestContext } from '../rest-context.ts'

const STANDARD_PAGE = 25
const MOST_TRANSACTIONS = 100
/** How long the node holds `wait_by_hash` while a transaction is pending. */
const LONGEST_WAIT_MS = 1_000

/** Committed transactions by range, hash and version. */
export function addTransactionRoutes(app: FastifyInstance, context: RestContext): void {
  addRange(app, context)
  addByHash(app, context)
  addByVersion(app, context)
}

/** Without `start` the newest page, ascending either way. */
function addRange(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Querystring: { start?: unknown; limit?: unknown } }>('/transactions', (request) => {
    const limit = parseLimitQuery(request.query.limit, STANDARD_PAGE, MOST_TRANSACTIONS)
    const end = ledger.head.version + 1n
    const newest = end > BigInt(limit) ? end - BigInt(limit) : 0n
    const start = parseU64Query(request.query.start, 'start') ?? newest
    if (start >= end) throw notFound('version_not_found', 'Ledger version', `Ledger version(${start})`)
    const count = Number(start + BigInt(limit) < end ? BigInt(limit) : end - start)
    return Array.from({ length: count }, (_, offset) => ledger.transactionByVersion(start + BigInt(offset)))
      .filter((transaction) => transaction !== null)
      .map(renderTransaction)
  })
}

function addByHash(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { hash: string } }>('/transactions/by_hash/:hash', (request) => {
    const hash = parseHashParameter(request.params.hash)
    return renderKnownTransaction(ledger.transactionByHash(hash) ?? throwUnknownHash(hash))
  })
  app.get<{ Params: { hash: string } }>('/transactions/wait_by_hash/:hash', async (request) => {
    const hash = parseHashParameter(request.params.hash)
    if (ledger.transactionByHash(hash) === null) throwUnknownHash(hash)
    const transaction = await ledger.waitForTransaction(hash, LONGEST_WAIT_MS)
    return renderKnownTransaction(transaction ?? throwUnknownHash(hash))
  })
}

function addByVersion(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { version: string } }>('/transactions/by_version/:version', (request) => {
    const version = parseU64Parameter(request.params.version, 'txn_version')
    if (version < ledger.head.oldestVersion) {
      throw new ApiError(410, 'version_pruned', `Ledger version(${version}) has been pruned`)
    }
    const transaction = version > ledger.head.version ? null : ledger.transactionByVersion(version)
    if (transaction === null) throw notFound('version_not_found', 'Transaction', `Ledger version(${version})`)
    return renderTransaction(transaction)
  })
}

function throwUnknownHash(hash: string): never {
  throw notFound('transaction_not_found', 'Transaction', `Transaction hash(${hash})`)
}
