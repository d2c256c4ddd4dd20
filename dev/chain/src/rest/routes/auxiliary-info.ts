import { aptos } from '@aptos-labs/aptos-protos'
import type { FastifyInstance } from 'fastify'
import type { CommittedTransaction, Ledger } from '../../ledger/ledger.ts'
import { writeList } from '../bcs/write-parts.ts'
import { parseLimitQuery } from '../requests/parameters.ts'
import { invalidParameter } from '../responses/api-error.ts'
import { answerInBoth } from '../responses/bcs-answer.ts'
import { readPage } from '../responses/committed.ts'
import type { RestContext } from '../rest-context.ts'

const STANDARD_PAGE = 25
const MOST_TRANSACTIONS = 100
const Variant = { none: 0, v1: 1 } as const
const { TRANSACTION_TYPE_GENESIS } = aptos.transaction.v1.Transaction_TransactionType

/**
 * `GET /v1/transactions/auxiliary_info`: where in its block each transaction of a range stood.
 * The genesis block's transactions have no such place.
 */
export function addAuxiliaryInfoRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Querystring: { start_version?: unknown; limit?: unknown } }>(
    '/transactions/auxiliary_info',
    (request, reply) => {
      const limit = parseLimitQuery(request.query.limit, STANDARD_PAGE, MOST_TRANSACTIONS)
      if (request.query.start_version === undefined) {
        throw invalidParameter('query', 'start_version', 'string(U64)', 'Type "string(U64)" expects an input value.')
      }
      const page = readPage(ledger, request.query.start_version, limit, 'start_version')
      const places = page.map((transaction) => placeInBlock(ledger, transaction))
      return answerInBoth(request, reply, {
        json: () =>
          places.map((place) => (place === null ? { type: 'none' } : { type: 'v1', transaction_index: place })),
        bcs: (writer) =>
          writeList(writer, places, (place) => {
            writer.serializeU32AsUleb128(place === null ? Variant.none : Variant.v1)
            if (place !== null) writer.serializeU32(place)
          }),
      })
    },
  )
}

function placeInBlock(ledger: Ledger, { version = 0n, type }: CommittedTransaction): number | null {
  const block = ledger.blockOf(version)
  return block === null || block.height === 0n || type === TRANSACTION_TYPE_GENESIS
    ? null
    : Number(version - block.firstVersion)
}
