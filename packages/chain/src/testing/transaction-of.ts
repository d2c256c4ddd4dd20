import { type Address, parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction, WriteResource } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'

/** Content of a fixture transaction; positions are filled in. */
export interface TransactionParts {
  readonly events?: readonly Omit<ChainEvent, 'index' | 'sequenceNumber'>[]
  readonly changes?: readonly ChangeWithoutIndex[]
  readonly rest?: Partial<ChainTransaction>
}

type WithoutIndex<Change> = Change extends ChainChange ? Omit<Change, 'index'> : never
export type ChangeWithoutIndex = WithoutIndex<ChainChange>

/** Returns a transaction for tests of what is read from one: sent by `0x5e`, successful, at version 9. */
export function transactionOf({ events = [], changes = [], rest = {} }: TransactionParts): ChainTransaction {
  return {
    version: 9n,
    hash: '0x00',
    blockHeight: 3n,
    epoch: 1n,
    timestampMicros: 1_700_000_000_500_000n,
    success: true,
    sender: parseAddress('0x5e'),
    entryFunction: '0x7::market::buy',
    gasUsed: 10n,
    gasUnitPrice: 100n,
    feePayer: null,
    events: events.map((event, index) => ({ ...event, index, sequenceNumber: 0n })),
    changes: changes.map((change, index) => ({ ...change, index })),
    ...rest,
  }
}

/** Returns a written resource. */
export function writtenResource(address: Address, type: string, data: Json): Omit<WriteResource, 'index'> {
  return { kind: 'write-resource', address, type, data }
}

/** Returns a module event. */
export function emittedEvent(type: string, data: Json): Omit<ChainEvent, 'index' | 'sequenceNumber'> {
  return { type, data, accountAddress: ZERO_ADDRESS, creationNumber: 0n }
}
