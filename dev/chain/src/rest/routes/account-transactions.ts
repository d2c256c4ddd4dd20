import type { FastifyInstance } from 'fastify'
import { parseAddressParameter, parseLimitQuery, parseU64Query } from '../requests/parameters.ts'
import { answerInBoth } from '../responses/bcs-answer.ts'
import { manyTransactions } from '../responses/committed.ts'
import type { RestContext } from '../rest-context.ts'

const STANDARD_PAGE = 25
const MOST_TRANSACTIONS = 100

/**
 * `GET /v1/accounts/:address/transactions`: what an account sent with sequence numbers, ascending by them.
 * Without `start` the newest page.
 */
export function addAccountTransactionsRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string }; Querystring: { start?: unknown; limit?: unknown } }>(
    '/accounts/:address/transactions',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const limit = parseLimitQuery(request.query.limit, STANDARD_PAGE, MOST_TRANSACTIONS)
      const next = ledger.accountSequenceNumber(address) ?? 0n
      const newest = next > BigInt(limit) ? next - BigInt(limit) : 0n
      const start = parseU64Query(request.query.start, 'start') ?? newest
      const transactions = ledger.transactionsOfAccount(address, start, limit)
      return answerInBoth(request, reply, manyTransactions(ledger, transactions))
    },
  )
}
