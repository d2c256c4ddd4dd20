import { aptos } from '@aptos-labs/aptos-protos'
import type { Serializer } from '@aptos-labs/ts-sdk'
import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { FastifyInstance } from 'fastify'
import { bytes32 } from '../../ledger/crypto/sha3.ts'
import type { CommittedTransaction, Ledger } from '../../ledger/ledger.ts'
import { writeHash, writeList } from '../bcs/write-parts.ts'
import { nonceOf, toHex } from '../render/scalars.ts'
import {
  parseAddressParameter,
  parseHashParameter,
  parseLimitQuery,
  parseU64Parameter,
  parseU64Query,
} from '../requests/parameters.ts'
import { ApiError, invalidParameter, notFound } from '../responses/api-error.ts'
import { answerInBoth } from '../responses/bcs-answer.ts'
import { manyTransactions, oneTransaction, readPage } from '../responses/committed.ts'
import type { RestContext } from '../rest-context.ts'

const STANDARD_PAGE = 25
const MAX_TRANSACTIONS = 100
/** Longest wait of `wait_by_hash` for a pending transaction. */
const LONGEST_WAIT_MS = 1_000

/** Adds committed transactions by range, hash and version. */
export function addTransactionRoutes(app: FastifyInstance, context: RestContext): void {
  addRange(app, context)
  addByHash(app, context)
  addByVersion(app, context)
}

function addRange(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Querystring: { start?: unknown; limit?: unknown } }>('/transactions', (request, reply) => {
    const limit = parseLimitQuery(request.query.limit, STANDARD_PAGE, MAX_TRANSACTIONS)
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

const SUMMARIES_PAGE = 100
const MAX_SUMMARIES = 100
const SummaryVariant = { v1: 0, nonce: 0, sequenceNumber: 1 } as const

interface Summary {
  readonly sender: Address
  readonly version: bigint
  readonly hash: Uint8Array
  readonly sequenceNumber: bigint
  readonly nonce: bigint | null
}
interface SummaryQuery {
  readonly start_version?: unknown
  readonly end_version?: unknown
  readonly limit?: unknown
}

/**
 * Adds `GET /v1/accounts/:address/transaction_summaries`: what an account sent, with or without sequence numbers, by
 * version. From `start_version` on, or the newest up to `end_version`; ascending either way.
 */
export function addTransactionSummariesRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string }; Querystring: SummaryQuery }>(
    '/accounts/:address/transaction_summaries',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const versions = choose(ledger.versionsSentBy(address), request.query)
      const summaries = versions.map((version) => summarise(ledger, address, BigInt(version)))
      return answerInBoth(request, reply, {
        json: () => summaries.map(render),
        bcs: (writer) => writeList(writer, summaries, (summary) => write(writer, summary)),
      })
    },
  )
}

function choose(versions: readonly number[], query: SummaryQuery): readonly number[] {
  const limit = parseLimitQuery(query.limit, SUMMARIES_PAGE, MAX_SUMMARIES)
  const start = parseU64Query(query.start_version, 'start_version')
  const end = parseU64Query(query.end_version, 'end_version')
  const within = versions.filter((version) => (start === null || version >= start) && (end === null || version <= end))
  return start === null ? within.slice(-limit) : within.slice(0, limit)
}

function summarise(ledger: Ledger, sender: Address, version: bigint): Summary {
  const transaction = ledger.transactionByVersion(version)
  const sequenceNumber = transaction?.user?.request?.sequenceNumber ?? 0n
  const nonce = nonceOf(sequenceNumber, ledger.signedBytes(version))
  const hash = transaction?.info?.hash ?? new Uint8Array(32)
  return { sender, version, hash, sequenceNumber, nonce: nonce === null ? null : BigInt(nonce) }
}

function render({ sender, version, hash, sequenceNumber, nonce }: Summary): JsonObject {
  return {
    type: 'TransactionSummary',
    sender: toShortAddress(sender),
    version: version.toString(),
    transaction_hash: toHex(hash),
    replay_protector: nonce === null ? { SequenceNumber: sequenceNumber.toString() } : { Nonce: nonce.toString() },
  }
}

/** An IndexedTransactionSummary. @source aptos-types transaction */
function write(writer: Serializer, { sender, version, hash, sequenceNumber, nonce }: Summary): void {
  writer.serializeU32AsUleb128(SummaryVariant.v1)
  writer.serializeFixedBytes(bytes32(sender))
  writer.serializeU64(version)
  writeHash(writer, hash)
  writer.serializeU32AsUleb128(nonce === null ? SummaryVariant.sequenceNumber : SummaryVariant.nonce)
  writer.serializeU64(nonce ?? sequenceNumber)
}

const AuxiliaryVariant = { none: 0, v1: 1 } as const
const { TRANSACTION_TYPE_GENESIS } = aptos.transaction.v1.Transaction_TransactionType

/**
 * Adds `GET /v1/transactions/auxiliary_info`: the position of each transaction of a range in its block.
 * The genesis block's transactions have no such place.
 */
export function addAuxiliaryInfoRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Querystring: { start_version?: unknown; limit?: unknown } }>(
    '/transactions/auxiliary_info',
    (request, reply) => {
      const limit = parseLimitQuery(request.query.limit, STANDARD_PAGE, MAX_TRANSACTIONS)
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
            writer.serializeU32AsUleb128(place === null ? AuxiliaryVariant.none : AuxiliaryVariant.v1)
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
