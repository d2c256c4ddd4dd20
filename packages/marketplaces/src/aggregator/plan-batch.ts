import { NotOfferedError } from '@opal/domain/errors/market-errors'
import type { BatchIntent, Intent, PriceChange, Withdrawal } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { buildPayload } from '../build-payload.ts'
import { delistAndListMany, instantSell, purchaseMany } from './payloads.ts'
import { nativeOf, type TradingPlace, venueOf } from './trading-place.ts'
import { venueBatch } from './venue-batch.ts'

/** One transaction of a plan. */
export type BatchStep = {
  /** Positions of the intent's items that it settles, in order. */
  readonly items: readonly number[]
} & (
  | { readonly kind: 'call'; readonly payload: EntryFunctionPayload }
  /** To be composed into one script, which makes all of them or none. @see composeScript */
  | { readonly kind: 'script'; readonly calls: readonly EntryFunctionPayload[] }
)

/** What a person reads who wants several listings of one other venue back at once. @source spec 001, section 5 */
export const DELIST_ONE_AT_A_TIME = 'Please Delist one nft at a time'

/**
 * How a batch becomes transactions. The first of these that can do all of it:
 *
 * 1. **The venue's own call**: one item by its single call; several at one venue by its `*-many`. Not for best effort,
 *    since venues' batches are all or nothing.
 * 2. **The aggregator**, where it is published and reaches every venue: one transaction, and prices are watched. For best
 *    effort it leaves out what is gone and tells what came of each item.
 * 3. **A composed script**, where scripts can be composed: one transaction, all or nothing, no price watched by anybody but
 *    the venues. Not for best effort, since a script cannot go on after a failure.
 * 4. **One by one**: a transaction for each item, or for each item's two calls when listings are moved: some may fail and
 *    others not. For best effort that is what was asked; else the caller has to say so to whoever signs.
 *
 * Listings of other venues are delisted one at a time, as the product has it, unless they are moved to ours or withdrawn
 * as orders that went stale.
 *
 * @throws NotOfferedError when an item cannot be traded at all: its venue is unknown, closed, or has no call for it.
 */
export function planBatch(intent: BatchIntent, place: TradingPlace): readonly BatchStep[] {
  const calls = callsOf(intent, place)
  const items = calls.map((_calls, at) => at)
  const [first] = calls
  if (first === undefined) return []
  if (calls.length === 1 && first.length === 1)
    return [{ kind: 'call', items, payload: first[0] as EntryFunctionPayload }]
  const isBestEffort = intent.kind === 'purchase-many' && intent.isBestEffort
  const own = isBestEffort ? null : offered(() => venueBatch(intent, place))
  const whole = own ?? offered(() => aggregated(intent, place))
  if (whole !== null) return [{ kind: 'call', items, payload: whole }]
  if (place.canCompose && !isBestEffort) return [{ kind: 'script', items, calls: calls.flat() }]
  return calls.flatMap((each, item) => each.map((payload) => ({ kind: 'call', items: [item], payload }) as const))
}

/** The single calls of each item, in the order they have to be made. @throws NotOfferedError */
function callsOf(intent: BatchIntent, place: TradingPlace): readonly (readonly EntryFunctionPayload[])[] {
  const at = (marketplace: string, single: Intent) => buildPayload(venueOf(place, marketplace, single.kind), single)
  const reprice = ({ listing, priceOctas }: PriceChange) =>
    at(listing.marketplace, { kind: 'update-price', listing, priceOctas })
  switch (intent.kind) {
    case 'purchase-many':
      return intent.listings.map((listing) => [at(listing.marketplace, { kind: 'buy', listing })])
    case 'delist-and-list-many':
      return intent.items.map(({ listing, priceOctas }) => [
        at(listing.marketplace, { kind: 'delist', listing }),
        buildPayload(nativeOf(place), { kind: 'list', token: listing.token, priceOctas }),
      ])
    case 'instant-sell':
      return intent.sales.map(({ offer, token, isTokenOffer, listing }) => [
        ...(listing === undefined ? [] : [withdraw({ listing }, place)]),
        at(offer.marketplace, { kind: isTokenOffer ? 'accept-token-offer' : 'accept-collection-offer', offer, token }),
      ])
    case 'list-many':
      return intent.items.map(({ marketplace, ...listed }) => [at(marketplace, { kind: 'list', ...listed })])
    case 'update-price-many':
      return intent.items.map((item) => [reprice(item)])
    case 'list-and-update-many':
      return intent.items.map((item) => {
        if ('listing' in item) return [reprice(item)]
        const { marketplace, ...listed } = item
        return [at(marketplace, { kind: 'list', ...listed })]
      })
    case 'withdraw-many':
      return intent.orders.map((order) => [withdraw(order, place)])
    case 'delist-many': {
      const native = nativeOf(place).adapter.id
      if (intent.listings.length > 1 && intent.listings.some(({ marketplace }) => marketplace !== native)) {
        throw new NotOfferedError('other venues', 'delist-many', DELIST_ONE_AT_A_TIME)
      }
      return intent.listings.map((listing) => [at(listing.marketplace, { kind: 'delist', listing })])
    }
  }
}

/** @throws NotOfferedError */
function withdraw(order: Withdrawal, place: TradingPlace): EntryFunctionPayload {
  if ('listing' in order) {
    const { listing } = order
    return buildPayload(venueOf(place, listing.marketplace, 'delist'), { kind: 'delist', listing })
  }
  const { offer, token } = order
  const intent: Intent =
    token === null ? { kind: 'cancel-collection-offer', offer } : { kind: 'cancel-token-offer', offer, token }
  return buildPayload(venueOf(place, offer.marketplace, intent.kind), intent)
}

/** What the aggregator has a call for. @throws NotOfferedError */
function aggregated(intent: BatchIntent, place: TradingPlace): EntryFunctionPayload | null {
  if (intent.kind === 'purchase-many') return purchaseMany(place, intent)
  if (intent.kind === 'delist-and-list-many') return delistAndListMany(place, intent)
  return intent.kind === 'instant-sell' ? instantSell(place, intent) : null
}

/** Null for what is not offered: the next way is tried. */
function offered(build: () => EntryFunctionPayload | null): EntryFunctionPayload | null {
  try {
    return build()
  } catch (error) {
    if (error instanceof NotOfferedError) return null
    throw error
  }
}
