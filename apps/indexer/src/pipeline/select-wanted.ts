import { tokenEventsOf } from '@opal/chain/tokens/token-events'
import { COLLECTION, OBJECT_CORE, ROYALTY, TOKEN } from '@opal/chain/tokens/token-types'
import type { Address } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction, WriteResource } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import { isPaymentStore, MINT_EVENT_TYPES, PAYMENT_EVENT_TYPES } from '@opal/domain/portfolio/mint-payment'
import { TABLE_OWNER_TYPES, TABLE_TYPES, TOKEN_RESOURCE_TYPES, type Wanted } from './wanted.ts'

/** Resources that make an object one of ours. */
const TOKEN_OBJECT_TYPES: ReadonlySet<string> = new Set([TOKEN, COLLECTION, ROYALTY])
const NONE: ReadonlySet<Address> = new Set()

/**
 * Returns the transaction with only the events and changes that decoding needs: what is stored raw, and what every derived row
 * can be made of again.
 */
export function selectWanted(transaction: ChainTransaction, wanted: Wanted): ChainTransaction {
  const objects = tokenObjects(transaction)
  const isTrade = transaction.events.some((event) => wanted.marketEventTypes.has(event.type))
  const isMint = transaction.events.some((event) => MINT_EVENT_TYPES.has(event.type))
  const companions = isTrade ? companionsOf(transaction, wanted) : NONE
  return {
    ...transaction,
    events: transaction.events.filter(
      (event) =>
        isWantedEvent(event, wanted) ||
        (isTrade && wanted.companionEventTypes.has(event.type)) ||
        // They tell what a mint cost.
        (isMint && PAYMENT_EVENT_TYPES.has(event.type)),
    ),
    changes: transaction.changes.filter(
      (change) =>
        isWantedChange(change, wanted, objects) ||
        isCompanion(change, wanted, companions) ||
        (isMint && isPaymentStore(change, transaction.sender)),
    ),
  }
}

function isWantedEvent(event: ChainEvent, wanted: Wanted): boolean {
  return wanted.eventTypes.has(event.type) || wanted.packages.some((prefix) => event.type.startsWith(prefix))
}

/** Where resources lie that marketplaces read beside their own. */
function companionsOf(transaction: ChainTransaction, wanted: Wanted): ReadonlySet<Address> {
  const addresses = transaction.changes.flatMap((change) =>
    isCompanionType(change, wanted) && change.type !== OBJECT_CORE ? [change.address] : [],
  )
  return new Set(addresses)
}

/** Such a resource; every object has a core, which is wanted where another of them lies. */
function isCompanion(change: ChainChange, wanted: Wanted, companions: ReadonlySet<Address>): boolean {
  return isCompanionType(change, wanted) && companions.has(change.address)
}

function isCompanionType(change: ChainChange, { companionResourceTypes }: Wanted): change is WriteResource {
  return change.kind === 'write-resource' && companionResourceTypes.has(change.type)
}

/** Objects that are tokens or collections here, or about which a token event speaks. */
function tokenObjects(transaction: ChainTransaction): ReadonlySet<Address> {
  const objects = new Set<Address>(tokensNamedByEvents(transaction))
  for (const change of transaction.changes) {
    if (change.kind === 'write-resource' && TOKEN_OBJECT_TYPES.has(change.type)) objects.add(change.address)
  }
  return objects
}

/** An event that cannot be read names nothing here; decoding reports it. */
function tokensNamedByEvents(transaction: ChainTransaction): readonly Address[] {
  try {
    return tokenEventsOf(transaction).map((event) => event.token)
  } catch (error) {
    if (error instanceof DecodeError) return []
    throw error
  }
}

/** Deletions are few and tell that an object, an offer or a listing is gone. */
function isWantedChange(change: ChainChange, wanted: Wanted, objects: ReadonlySet<Address>): boolean {
  if (change.kind === 'delete-resource') return true
  if (change.kind === 'delete-table-item') return TABLE_TYPES.has(change.keyType)
  if (change.kind === 'write-table-item') return TABLE_TYPES.has(change.valueType)
  if (wanted.marketResourceTypes.has(change.type) || TABLE_OWNER_TYPES.has(change.type)) return true
  return objects.has(change.address) && TOKEN_RESOURCE_TYPES.has(change.type)
}
