import type { aptos } from '@aptos-labs/aptos-protos'
import { type Address, parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import { VersionLists } from '../blocks/version-lists.ts'

type Transaction = aptos.transaction.v1.Transaction

/** Position of an event on a handle. */
export interface HandleEventPlace {
  readonly version: number
  readonly account: Address
  readonly creationNumber: bigint
}

/** An event on a handle, with the version that emitted it. */
export interface HandleEvent {
  readonly version: bigint
  readonly event: aptos.transaction.v1.Event
}

/** Versions of the events on each handle: the n-th entry is the event with sequence number n. */
export class EventIndex {
  readonly handles = new VersionLists()

  add({ version, account, creationNumber }: HandleEventPlace): void {
    this.handles.add(`${account} ${creationNumber}`, version)
  }

  versionsOf(account: Address, creationNumber: bigint, start: number, limit: number): readonly number[] {
    return this.handles.slice(`${account} ${creationNumber}`, start, limit)
  }
}

/** Places of the handle events in a committed transaction. */
export function handleEventsOf(transaction: Transaction): HandleEventPlace[] {
  const version = Number(transaction.version)
  return eventsOfTransaction(transaction)
    .map(({ key }) => ({
      version,
      account: parseAddress(key?.accountAddress ?? '0x0'),
      creationNumber: key?.creationNumber ?? 0n,
    }))
    .filter(({ account }) => account !== ZERO_ADDRESS)
}

/** Returns the events at these versions that belong to the handle, each version read once. */
export function eventsInVersions(
  versions: readonly number[],
  account: Address,
  creationNumber: bigint,
  start: bigint,
  read: (version: number) => Transaction | null,
): HandleEvent[] {
  const end = start + BigInt(versions.length)
  return [...new Set(versions)].flatMap((version) => {
    const transaction = read(version)
    const events = transaction === null ? [] : eventsOfTransaction(transaction)
    return events
      .filter(
        ({ key }) => key?.creationNumber === creationNumber && parseAddress(key.accountAddress ?? '0x0') === account,
      )
      .filter(({ sequenceNumber = 0n }) => sequenceNumber >= start && sequenceNumber < end)
      .map((event) => ({ version: BigInt(version), event }))
  })
}

function eventsOfTransaction(transaction: Transaction): readonly aptos.transaction.v1.Event[] {
  return transaction.user?.events ?? transaction.blockMetadata?.events ?? []
}
