import { hash } from 'node:crypto'
import type { aptos } from '@aptos-labs/aptos-protos'
import { sha3 } from '../crypto/sha3.ts'
import type { EncodedEvent } from '../events/emitted-event.ts'
import type { EncodedChange } from './encode-change.ts'
import { ProtoWriter } from './proto-writer.ts'

/** The node's placeholder where there is nothing to hash. @source eventRootHash of mainnet 2212040150 */
export const PLACEHOLDER_HASH = Buffer.from('ACCUMULATOR_PLACEHOLDER_HASH\0\0\0\0')
const CHANGES_SALT = sha3('OPAL_LOCALNET::WriteSet')
const EVENTS_SALT = sha3('OPAL_LOCALNET::Events')
const ACCUMULATOR_SALT = sha3('OPAL_LOCALNET::Accumulator')
const NANOS_PER_MICRO = 1_000
const CHANGES_FIELD = 9
const writer = new ProtoWriter()
/** Fields that are hashed before they go into the transaction. */
const aside = new ProtoWriter()

/** The part of a transaction that its kind decides: a message under a field of its own, which holds the events too. */
export interface TransactionBody {
  readonly type: aptos.transaction.v1.Transaction_TransactionType
  readonly field: number
  /** The fields before the events. */
  readonly head: Uint8Array
  readonly eventsField: number
  /** The fields after the events. */
  readonly tail?: Uint8Array
}

/** Input for encoding a transaction of a block. */
export interface TransactionParts {
  readonly version: bigint
  readonly timestampMicros: bigint
  readonly epoch: bigint
  readonly blockHeight: bigint
  readonly body: TransactionBody
  readonly hash: Uint8Array
  readonly events: readonly EncodedEvent[]
  readonly changes: readonly EncodedChange[]
  readonly gasUsed: bigint
  readonly success: boolean
  readonly vmStatus: string
  readonly isCheckpoint: boolean
  /** Accumulator root of the transaction before. */
  readonly accumulator: Uint8Array
}

/** A transaction as the stream delivers it, and the accumulator root that it leads to. */
export interface EncodedTransaction {
  /** Protobuf of `aptos.transaction.v1.Transaction`. */
  readonly bytes: Buffer
  readonly accumulator: Uint8Array
}

/**
 * Encodes a transaction. Its hash is Aptos' own; write set, events and accumulator have deterministic hashes of ours:
 * SHA-256 over the items in order, and over the root before. They chain every transaction to all before it,
 * but prove nothing to a light client.
 */
export function encodeTransaction(parts: TransactionParts): EncodedTransaction {
  const eventRootHash = parts.events.length === 0 ? PLACEHOLDER_HASH : eventsHash(parts)
  const changes = fieldsOf(CHANGES_FIELD, parts.changes)
  const stateChangeHash = hashed(CHANGES_SALT, sha256(changes))
  const outcome = Buffer.from(`${parts.success} ${parts.gasUsed}`)
  const accumulator = hashed(ACCUMULATOR_SALT, parts.accumulator, parts.hash, stateChangeHash, eventRootHash, outcome)
  writer.message(1, 12, () => writeTimestamp(parts.timestampMicros))
  writer.bigint(2, parts.version)
  writer.message(3, changes.length + 300, () => {
    writeInfo(parts, { stateChangeHash, eventRootHash, accumulator })
    writer.raw(changes)
  })
  writer.bigint(4, parts.epoch)
  writer.bigint(5, parts.blockHeight)
  writer.number(6, parts.body.type)
  writeBody(parts)
  return { bytes: writer.take(), accumulator }
}

interface InfoHashes {
  readonly stateChangeHash: Uint8Array
  readonly eventRootHash: Uint8Array
  readonly accumulator: Uint8Array
}

/** All but the changes, which are the last field. */
function writeInfo(parts: TransactionParts, hashes: InfoHashes): void {
  writer.bytes(1, parts.hash)
  writer.bytes(2, hashes.stateChangeHash)
  writer.bytes(3, hashes.eventRootHash)
  if (parts.isCheckpoint) writer.bytes(4, sha3(parts.accumulator))
  writer.bigint(5, parts.gasUsed)
  writer.number(6, parts.success ? 1 : 0)
  writer.text(7, parts.vmStatus)
  writer.bytes(8, hashes.accumulator)
}

function writeBody({ body, events }: TransactionParts): void {
  const eventFields = fieldsOf(body.eventsField, events)
  writer.message(body.field, body.head.length + eventFields.length + (body.tail?.length ?? 0), () => {
    writer.raw(body.head)
    writer.raw(eventFields)
    if (body.tail !== undefined) writer.raw(body.tail)
  })
}

function eventsHash({ body, events }: TransactionParts): Buffer {
  return hashed(EVENTS_SALT, sha256(fieldsOf(body.eventsField, events)))
}

/** One field many times, good until the next call. */
function fieldsOf(field: number, items: readonly Uint8Array[]): Buffer {
  for (const item of items) aside.bytes(field, item)
  return aside.lend()
}

/** Microseconds as the wire's timestamp. */
function writeTimestamp(micros: bigint): void {
  writer.bigint(1, micros / 1_000_000n)
  writer.number(2, Number(micros % 1_000_000n) * NANOS_PER_MICRO)
}

function hashed(...parts: readonly Uint8Array[]): Buffer {
  return sha256(Buffer.concat(parts))
}

function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer')
}
