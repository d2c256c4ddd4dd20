import type { aptos } from '@aptos-labs/aptos-protos'
import { toShortAddress } from '@opal/domain/address'
import type { EmittedEvent } from './emitted-event.ts'
import { protoType } from './proto-types.ts'
import { moveJsonText } from './resource-text.ts'
import { sha3 } from './sha3.ts'

type Event = aptos.transaction.v1.Event
type Change = aptos.transaction.v1.WriteSetChange
type Info = aptos.transaction.v1.TransactionInfo

/** What the node puts where there is nothing to hash. @source eventRootHash of mainnet 2212040150 */
export const PLACEHOLDER_HASH = Buffer.from('ACCUMULATOR_PLACEHOLDER_HASH\0\0\0\0')
const CHANGES_SALT = sha3('OPAL_LOCALNET::WriteSet')
const EVENTS_SALT = sha3('OPAL_LOCALNET::Events')
const ACCUMULATOR_SALT = sha3('OPAL_LOCALNET::Accumulator')

/** Microseconds as the wire's timestamp. */
export function protoTimestamp(micros: bigint): { seconds: bigint; nanos: number } {
  return { seconds: micros / 1_000_000n, nanos: Number(micros % 1_000_000n) * 1000 }
}

/** An emitted event in the wire's form. */
export function protoEvent(event: EmittedEvent): Event {
  return {
    key: { creationNumber: event.creationNumber, accountAddress: toShortAddress(event.account) },
    sequenceNumber: event.sequenceNumber,
    type: protoType(event.type),
    typeStr: event.type,
    data: moveJsonText(event.data),
  }
}

/** What a transaction's info is made from. */
export interface InfoParts {
  readonly hash: Uint8Array
  readonly events: readonly Event[]
  readonly changes: Change[]
  readonly gasUsed: bigint
  readonly success: boolean
  readonly vmStatus: string
  /** Accumulator root of the transaction before. */
  readonly accumulator: Uint8Array
  readonly isCheckpoint?: boolean
}

/**
 * The transaction's info. Its hash is Aptos' own; write set, events and accumulator have deterministic hashes of ours:
 * SHA3-256 over the items in order, and over the root before. They chain every transaction to all before it,
 * but prove nothing to a light client.
 */
export function protoInfo(parts: InfoParts): Info {
  const stateChangeHash = changesHash(parts.changes)
  const eventRootHash = eventsHash(parts.events)
  const status = Uint8Array.of(parts.success ? 1 : 0)
  const accumulatorRootHash = sha3(
    ACCUMULATOR_SALT,
    parts.accumulator,
    parts.hash,
    stateChangeHash,
    eventRootHash,
    status,
    parts.gasUsed.toString(),
  )
  return {
    hash: parts.hash,
    stateChangeHash,
    eventRootHash,
    ...(parts.isCheckpoint === true ? { stateCheckpointHash: sha3(parts.accumulator) } : {}),
    gasUsed: parts.gasUsed,
    success: parts.success,
    vmStatus: parts.vmStatus,
    accumulatorRootHash,
    changes: parts.changes,
  }
}

function changesHash(changes: readonly Change[]): Buffer {
  const parts: (Uint8Array | string)[] = [CHANGES_SALT]
  for (const { writeResource, writeTableItem, deleteResource, deleteTableItem } of changes) {
    const one = writeResource ?? writeTableItem ?? deleteResource ?? deleteTableItem
    if (one?.stateKeyHash !== undefined) parts.push(one.stateKeyHash)
    if (writeResource?.data !== undefined) parts.push(writeResource.data)
    if (writeTableItem?.data?.value !== undefined) parts.push(writeTableItem.data.value)
  }
  return sha3(...parts)
}

function eventsHash(events: readonly Event[]): Buffer {
  if (events.length === 0) return PLACEHOLDER_HASH
  return sha3(EVENTS_SALT, ...events.flatMap((event) => [event.typeStr ?? '', event.data ?? '']))
}
