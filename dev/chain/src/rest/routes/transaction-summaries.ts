import type { Serializer } from '@aptos-labs/ts-sdk'
import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { FastifyInstance } from 'fastify'
import { bytes32 } from '../../ledger/crypto/sha3.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { writeHash, writeList } from '../bcs/write-parts.ts'
import { nonceOf } from '../render/nonce.ts'
import { toHex } from '../render/scalars.ts'
import { parseAddressParameter, parseLimitQuery, parseU64Query } from '../requests/parameters.ts'
import { answerInBoth } from '../responses/bcs-answer.ts'
import type { RestContext } from '../rest-context.ts'

const STANDARD_PAGE = 100
const MOST_SUMMARIES = 100
const Variant = { v1: 0, nonce: 0, sequenceNumber: 1 } as const

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
 * `GET /v1/accounts/:address/transaction_summaries`: what an account sent, with or without sequence numbers, by
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
  const limit = parseLimitQuery(query.limit, STANDARD_PAGE, MOST_SUMMARIES)
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
  writer.serializeU32AsUleb128(Variant.v1)
  writer.serializeFixedBytes(bytes32(sender))
  writer.serializeU64(version)
  writeHash(writer, hash)
  writer.serializeU32AsUleb128(nonce === null ? Variant.sequenceNumber : Variant.nonce)
  writer.serializeU64(nonce ?? sequenceNumber)
}
