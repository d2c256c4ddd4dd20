import type { Address } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { addressField, textField } from './fields.ts'
import { BURN_TYPES, MINT_TYPES, MUTATION_TYPES, TRANSFER_TYPES } from './token-types.ts'

/** Content of one framework event about an object. */
export type TokenEvent =
  | { readonly kind: 'mint'; readonly event: ChainEvent; readonly token: Address; readonly collection: Address }
  | {
      readonly kind: 'burn'
      readonly event: ChainEvent
      readonly token: Address
      readonly collection: Address
      /** Named by the module event alone. */
      readonly previousOwner: Address | null
    }
  | {
      readonly kind: 'mutation'
      readonly event: ChainEvent
      readonly token: Address
      readonly before: string
      readonly after: string
    }
  | {
      readonly kind: 'transfer'
      readonly event: ChainEvent
      /** The object; a token only if something else says so. */
      readonly token: Address
      readonly from: Address
      readonly to: Address
    }

/**
 * Returns the transaction's mints, burns, mutations and object transfers, in order.
 * @throws DecodeError
 */
export function tokenEventsOf(transaction: ChainTransaction): readonly TokenEvent[] {
  return transaction.events.flatMap((event) => {
    const read = READERS.get(event.type)
    return read === undefined ? [] : [read(event)]
  })
}

const READERS: ReadonlyMap<string, (event: ChainEvent) => TokenEvent> = new Map([
  ...readersFor(MINT_TYPES, mint),
  ...readersFor(BURN_TYPES, burn),
  ...readersFor(MUTATION_TYPES, mutation),
  ...readersFor(TRANSFER_TYPES, transfer),
])

function readersFor(types: ReadonlySet<string>, read: (event: ChainEvent) => TokenEvent) {
  return [...types].map((type) => [type, read] as const)
}

function mint(event: ChainEvent): TokenEvent {
  return { kind: 'mint', event, token: addressField(event.data, event.type, 'token'), collection: collectionOf(event) }
}

function burn(event: ChainEvent): TokenEvent {
  const named = isModuleEvent(event)
  return {
    kind: 'burn',
    event,
    token: addressField(event.data, event.type, 'token'),
    collection: collectionOf(event),
    previousOwner: named ? addressField(event.data, event.type, 'previous_owner') : null,
  }
}

function mutation(event: ChainEvent): TokenEvent {
  return {
    kind: 'mutation',
    event,
    token: isModuleEvent(event) ? addressField(event.data, event.type, 'token_address') : event.accountAddress,
    before: textField(event.data, event.type, 'old_value'),
    after: textField(event.data, event.type, 'new_value'),
  }
}

function transfer(event: ChainEvent): TokenEvent {
  return {
    kind: 'transfer',
    event,
    token: addressField(event.data, event.type, 'object'),
    from: addressField(event.data, event.type, 'from'),
    to: addressField(event.data, event.type, 'to'),
  }
}

/** Handle events sit on the collection; module events name it. */
function collectionOf(event: ChainEvent): Address {
  return isModuleEvent(event) ? addressField(event.data, event.type, 'collection') : event.accountAddress
}

function isModuleEvent(event: ChainEvent): boolean {
  return !event.type.endsWith('Event')
}
