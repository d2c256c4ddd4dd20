import type { FastifyInstance } from 'fastify'
import { parseHashParameter, parseLimitQuery, parseU64Parameter } from '../requests/parameters.ts'
import { ApiError, notFound } from '../responses/api-error.ts'
import { answerInBoth } from '../responses/bcs-answer.ts'
import { manyTransactions, oneTransaction, readPage } from '../responses/committed.ts'
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

function addRange(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Querystring: { start?: unknown; limit?: unknown } }>('/transactions', (request, reply) => {
    const limit = parseLimitQuery(request.query.limit, STANDARD_PAGE, MOST_TRANSACTIONS)
    return answerInBoth(request, reply, manyTransactions(ledger, readPage(ledger, request.query.start, limit)))
  })
}

function addByHash(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { hash: string } }>('/transactions/by_hash/:hash', (request, reply) => {
    const hash = parseHashParameter(request.params.hash)
    const transaction = ledger.transactionByHash(hash) ?? throwUnknownHash(hash)
    return answerInBoth(request, reply, oneTransaction(ledger, transaction))
  })
  app.get<{ Params: { hash: string } }>('/transactions/wait_by_hash/:hash', async (request, reply) => {
    const hash = parseHashParameter(request.params.hash)
    if (ledger.transactionByHash(hash) === null) throwUnknownHash(hash)
    const transaction = (await ledger.waitForTransaction(hash, LONGEST_WAIT_MS)) ?? throwUnknownHash(hash)
    return answerInBoth(request, reply, oneTransaction(ledger, transaction))
  })
}

function addByVersion(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { version: string } }>('/transactions/by_version/:version', (request, reply) => {
    const version = parseU64Parameter(request.params.version, 'txn_version')
    if (version < ledger.head.oldestVersion) {
      throw new ApiError(410, 'version_pruned', `Ledger version(${version}) has been pruned`)
    }
    const transaction = version > ledger.head.version ? null : ledger.transactionByVersion(version)
    if (transaction === null) throw notFound('transaction_not_found', 'Transaction', `Transaction version(${version})`)
    return answerInBoth(request, reply, oneTransaction(ledger, transaction))
  })
}

function throwUnknownHash(hash: string): never {
  throw notFound('transaction_not_found', 'Transaction', `Transaction hash(${hash})`)
}
