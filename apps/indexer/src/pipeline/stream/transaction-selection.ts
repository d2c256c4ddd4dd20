import { createSkimmer, type Skimmer } from '@opal/chain/skim/skim'
import { type StateScope, stateTypesOf } from '@opal/chain/state/state-scope'
import { tokenEventsOf } from '@opal/chain/tokens/token-events'
import * as tokenTypes from '@opal/chain/tokens/token-types'
import { COLLECTION, OBJECT_CORE, ROYALTY, TOKEN } from '@opal/chain/tokens/token-types'
import { TOKEN_WANTED_TYPES_V1 } from '@opal/chain/tokens/token-types-v1'
import type { WantsResourceOf } from '@opal/chain/transaction/parse-transaction'
import { type Address, toShortAddress } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction, WriteResource } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import { memoize } from '@opal/domain/memoize'
import {
  isPaymentStore,
  MINT_EVENT_TYPES,
  PAYMENT_EVENT_TYPES,
  PAYMENT_STORE_TYPE,
} from '@opal/domain/portfolio/mint-payment'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { wantedTypes } from '@opal/marketplaces/decode/decode-market-events'

/** Every resource type that rows of objects are made of. */
const TOKEN_RESOURCE_TYPES: ReadonlySet<string> = new Set(
  Object.values(tokenTypes).filter((value) => typeof value === 'string'),
)
/** Resources that name the owner of a table of v1 tokens, and the types inside such tables. */
const TABLE_OWNER_TYPES: ReadonlySet<string> = new Set(TOKEN_WANTED_TYPES_V1.resourceTypes)
const TABLE_TYPES: ReadonlySet<string> = new Set(TOKEN_WANTED_TYPES_V1.tableTypes)

/** Selects transactions to decode, and their parts to store. */
export interface TransactionSelection {
  readonly skim: Skimmer
  /** Returns whether a resource of this type is parsed. */
  readonly wantsResource: WantsResourceOf
  readonly eventTypes: ReadonlySet<string>
  /** The part of {@link eventTypes} that marketplaces emit. */
  readonly marketEventTypes: ReadonlySet<string>
  /** Events of other modules that marketplaces also read, stored where a marketplace's event is. */
  readonly companionEventTypes: ReadonlySet<string>
  /** Resources of other modules that marketplaces read in such transactions. */
  readonly companionResourceTypes: ReadonlySet<string>
  /** Resources of marketplaces, stored wherever they are written. */
  readonly marketResourceTypes: ReadonlySet<string>
  /** `0xaddr::` of each marketplace's package: their events are stored even when their types are unknown. */
  readonly packages: readonly string[]
  /** Further ledger state in scope. */
  readonly state: StateScope
  /** Whether every transaction is decoded because of the scope. */
  readonly wantsAll: boolean
}

/** Gathers what the given marketplaces, the token standards and the followed state need. */
export function buildSelection(marketplaces: readonly DeployedMarketplace[], scope: StateScope): TransactionSelection {
  const state = stateTypesOf(scope)
  const market = wantedTypes(marketplaces)
  const v2 = tokenTypes.TOKEN_WANTED_TYPES
  const v1 = TOKEN_WANTED_TYPES_V1
  const eventTypes = [...market.eventTypes, ...v2.eventTypes, ...v1.eventTypes]
  const marketResourceTypes = new Set(market.resourceTypes)
  const companionResourceTypes = new Set(market.companionResourceTypes)
  const marketEventTypes = new Set(market.eventTypes)
  const [isTrade, isMint] = [holdsOneOf(marketEventTypes), holdsOneOf(MINT_EVENT_TYPES)]
  return {
    // Resources of marketplaces and owners of tables are left out: they are written together with wanted events and table items.
    skim: createSkimmer({
      eventTypes: [...eventTypes, ...state.wanted.eventTypes],
      resourceTypes: [...v2.resourceTypes, ...state.wanted.resourceTypes],
      tableTypes: [...v1.tableTypes, ...state.wanted.tableTypes],
    }),
    wantsResource: (type, events) =>
      TOKEN_RESOURCE_TYPES.has(type) ||
      TABLE_OWNER_TYPES.has(type) ||
      marketResourceTypes.has(type) ||
      state.wantsResource(type) ||
      (companionResourceTypes.has(type) && isTrade(events)) ||
      (type === PAYMENT_STORE_TYPE && isMint(events)),
    eventTypes: new Set(eventTypes),
    marketEventTypes,
    companionEventTypes: new Set(market.companionEventTypes),
    companionResourceTypes,
    marketResourceTypes,
    packages: marketplaces.map(({ contracts }) => `${toShortAddress(contracts.packageAddress)}::`),
    state: scope,
    wantsAll: state.wantsAll,
  }
}

/**
 * Creates a test of whether some events have one of the types. Memoized: it is asked for each of the thousands of resources that
 * a transaction may write.
 */
function holdsOneOf(types: ReadonlySet<string>): (events: readonly ChainEvent[]) => boolean {
  return memoize((events) => events.some(({ type }) => types.has(type)))
}

/** Resources that make an object a token or a collection. */
const TOKEN_OBJECT_TYPES: ReadonlySet<string> = new Set([TOKEN, COLLECTION, ROYALTY])
const NONE: ReadonlySet<Address> = new Set()

/**
 * Returns the transaction with only the events and changes that decoding needs. They are stored raw, and every derived row can be
 * computed from them again.
 */
export function selectNeeded(transaction: ChainTransaction, wanted: TransactionSelection): ChainTransaction {
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
        // Payments show what a mint cost.
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

function isWantedEvent(event: ChainEvent, wanted: TransactionSelection): boolean {
  return wanted.eventTypes.has(event.type) || wanted.packages.some((prefix) => event.type.startsWith(prefix))
}

/** Returns the addresses with resources of other modules that marketplaces read. */
function companionsOf(transaction: ChainTransaction, wanted: TransactionSelection): ReadonlySet<Address> {
  const addresses = transaction.changes.flatMap((change) =>
    isCompanionType(change, wanted) && change.type !== OBJECT_CORE ? [change.address] : [],
  )
  return new Set(addresses)
}

/** Returns whether a change is a companion resource. An object's core counts only at an address with another companion resource. */
function isCompanion(change: ChainChange, wanted: TransactionSelection, companions: ReadonlySet<Address>): boolean {
  return isCompanionType(change, wanted) && companions.has(change.address)
}

function isCompanionType(
  change: ChainChange,
  { companionResourceTypes }: TransactionSelection,
): change is WriteResource {
  return change.kind === 'write-resource' && companionResourceTypes.has(change.type)
}

/** Returns the objects that are tokens or collections, or that a token event names. */
function tokenObjects(transaction: ChainTransaction): ReadonlySet<Address> {
  const objects = new Set<Address>(tokensNamedByEvents(transaction))
  for (const change of transaction.changes) {
    if (change.kind === 'write-resource' && TOKEN_OBJECT_TYPES.has(change.type)) objects.add(change.address)
  }
  return objects
}

/** Returns no tokens where an event cannot be read: decoding reports it. */
function tokensNamedByEvents(transaction: ChainTransaction): readonly Address[] {
  try {
    return tokenEventsOf(transaction).map((event) => event.token)
  } catch (error) {
    if (error instanceof DecodeError) return []
    throw error
  }
}

/** Deletions are few, and show that an object, an offer or a listing is gone. */
function isWantedChange(change: ChainChange, wanted: TransactionSelection, objects: ReadonlySet<Address>): boolean {
  if (change.kind === 'delete-resource') return true
  if (change.kind === 'delete-table-item') return TABLE_TYPES.has(change.keyType)
  if (change.kind === 'write-table-item') return TABLE_TYPES.has(change.valueType)
  if (wanted.marketResourceTypes.has(change.type) || TABLE_OWNER_TYPES.has(change.type)) return true
  return objects.has(change.address) && TOKEN_RESOURCE_TYPES.has(change.type)
}
