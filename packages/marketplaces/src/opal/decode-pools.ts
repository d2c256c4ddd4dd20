import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import type { PoolChange, PoolOfferCancelled, PoolOfferFilled, PoolOfferPlaced } from '@opal/domain/market-event'
import type { SetHash } from '@opal/domain/tokens/token-set'
import type { MarketplaceContracts } from '../adapter.ts'
import { decodeCollection, split, tokenAndCollection } from '../aptos-example/decode.ts'
import { eventsPrefix } from '../aptos-example/event-names.ts'
import { isUnderOurSchedule } from '../aptos-example/foreign-orders.ts'
import { isAptType } from '../decode/apt-deposits.ts'
import { EventReader } from '../decode/event-reader.ts'
import { OPAL_ID } from './contracts.ts'

type PoolOfferEvent = PoolOfferPlaced | PoolOfferCancelled | PoolOfferFilled
type Base = Pick<
  PoolOfferEvent,
  'marketplace' | 'version' | 'timestampMicros' | 'raw' | 'priceOctas' | 'offerId' | 'buyer'
>

const FILLED = 'PoolOfferFilled'

const OFFERS: Readonly<Record<string, (base: Base, reader: EventReader, type: string) => PoolOfferEvent>> = {
  PoolOfferPlaced: (base, reader, type) => ({
    ...base,
    kind: 'pool-offer-placed',
    collection: decodeCollection(reader),
    tokenAmount: reader.u64('token_amount'),
    expiresAtSeconds: reader.u64('expiration_time'),
    setRoot: decodeRoot(reader, type),
  }),
  PoolOfferCanceled: (base, reader, type) => ({
    ...base,
    kind: 'pool-offer-cancelled',
    collection: decodeCollection(reader),
    remainingAmount: reader.u64('remaining_token_amount'),
    setRoot: decodeRoot(reader, type),
  }),
  [FILLED]: (base, reader) => ({
    ...base,
    ...tokenAndCollection(reader),
    ...split(reader),
    kind: 'pool-offer-filled',
    seller: reader.address('seller'),
    remainingAmount: reader.u64('remaining_token_amount'),
  }),
}

/** Events that change a pool's balance, with the fields that name its owner, the amount and the balance since. */
const CHANGES: Readonly<
  Record<string, { readonly kind: PoolChange['kind'] } & Readonly<Record<'wallet' | 'amount' | 'balance', string>>>
> = {
  PoolDeposited: { kind: 'deposit', wallet: 'bidder', amount: 'amount', balance: 'balance' },
  PoolWithdrawn: { kind: 'withdrawal', wallet: 'bidder', amount: 'amount', balance: 'balance' },
  [FILLED]: { kind: 'sale', wallet: 'purchaser', amount: 'price', balance: 'pool_balance' },
}

/**
 * Returns the event types of pools and of the offers that they pay; none for the package that is live on mainnet, which has no pools.
 * @source contracts/marketplace events
 */
export function poolEventTypes({ packageAddress, hasGuardedCalls }: MarketplaceContracts): readonly string[] {
  if (hasGuardedCalls !== true) return []
  return [...new Set([...Object.keys(OFFERS), ...Object.keys(CHANGES)])].map(
    (name) => `${eventsPrefix(packageAddress)}${name}`,
  )
}

/**
 * Decodes an event of an offer that a pool pays.
 * @returns null for other events, and for offers under another fee schedule or in another coin than APT.
 * @throws DecodeError when a needed field is missing.
 */
export function decodePoolOffer(
  contracts: MarketplaceContracts,
  event: ChainEvent,
  { version, timestampMicros }: ChainTransaction,
): PoolOfferEvent | null {
  const decode = OFFERS[poolEventName(contracts, event) ?? '']
  if (decode === undefined || !isUnderOurSchedule(contracts, event)) return null
  const reader = new EventReader(OPAL_ID, event)
  const base = {
    marketplace: OPAL_ID,
    version,
    timestampMicros,
    raw: event,
    priceOctas: reader.u64('price'),
    offerId: reader.address('pool_offer'),
    buyer: reader.address('purchaser'),
  }
  return isAptType(reader.text('coin_type')) ? decode(base, reader, event.type) : null
}

/**
 * Decodes a change of a pool of APT. Sales count under whichever fee schedule their offers are: all of a bidder's offers are paid by one pool.
 * @returns null for other events and other coins.
 * @throws DecodeError when a needed field is missing.
 */
export function decodePoolChange(
  contracts: MarketplaceContracts,
  event: ChainEvent,
  { version, timestampMicros }: ChainTransaction,
): PoolChange | null {
  const change = CHANGES[poolEventName(contracts, event) ?? '']
  if (change === undefined) return null
  const reader = new EventReader(OPAL_ID, event)
  if (!isAptType(reader.text('coin_type'))) return null
  return {
    marketplace: OPAL_ID,
    version,
    eventIndex: event.index,
    atMicros: timestampMicros,
    kind: change.kind,
    wallet: reader.address(change.wallet),
    amountOctas: reader.u64(change.amount),
    balanceOctas: reader.u64(change.balance),
  }
}

/** Returns an event's name within our package; null for another's. */
function poolEventName({ packageAddress, hasGuardedCalls }: MarketplaceContracts, { type }: ChainEvent): string | null {
  const prefix = eventsPrefix(packageAddress)
  return hasGuardedCalls === true && type.startsWith(prefix) ? type.slice(prefix.length) : null
}

/** Reads the root of the set that an offer is for; null for any token of the collection. */
function decodeRoot(reader: EventReader, type: string): SetHash | null {
  const [, root] = /^0x([0-9a-f]{64})?$/.exec(reader.text('root')) ?? [null, null]
  if (root === null) throw new DecodeError(OPAL_ID, type, 'root')
  return root ?? null
}
