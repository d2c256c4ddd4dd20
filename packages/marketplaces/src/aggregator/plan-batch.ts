import { NotOfferedError } from '@opal/domain/errors'
import type { BatchIntent, BatchIntentOf, Intent, NewListing, PriceChange, Withdrawal } from '@opal/domain/intent'
import type { EntryFunctionPayload, TradePayload } from '@opal/domain/payload'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'
import { guardedCall, guardPayload } from '../guards/guard-payload.ts'
import { buildPayload } from '../payload/build-payload.ts'
import { marketplaceBatch, termsOfCall } from './marketplace-batch.ts'
import { delistAndListMany, instantSell, instantSellForAtLeast, purchaseMany } from './payloads.ts'
import { marketplaceOf, nativeOf, type TradingPlace } from './trading-place.ts'

/**
 * The party that enforces the limit on what the signer pays or receives: the marketplace's own call, a script
 * around its call, the aggregator, or none.
 * @see docs/reference/guarantees.md
 */
export type PriceGuard = 'call' | 'script' | 'aggregator' | 'none'

/** One transaction of a plan. */
export type BatchStep = {
  /** Positions of the intent's items that it settles, in order. */
  readonly items: readonly number[]
  /** Null where the intent sets no limit. */
  readonly priceGuard: PriceGuard | null
  /** Octas that all of it costs at most or brings at least; null where each item has a limit of its own, or none has. */
  readonly limitOctas: bigint | null
} & (
  | { readonly kind: 'call'; readonly payload: TradePayload }
  /** To be composed into one script, which makes all of them or none. @see composeScript */
  | { readonly kind: 'script'; readonly calls: readonly EntryFunctionPayload[] }
)

/** Message for delisting several listings of another marketplace in one batch. @source docs/product/trading.md#delist-many */
export const DELIST_ONE_AT_A_TIME = 'Please Delist one nft at a time'

/**
 * How a batch becomes transactions. The first of these that can do all of it, and that holds it to the intent's limit where
 * it sets one:
 *
 * 1. **The marketplace's own call**: one item by its single call; several at one marketplace by its `*-many`. Not for best effort,
 *    since marketplaces' batches are all or nothing.
 * 2. **The aggregator**, where it is published and reaches every marketplace: one transaction, and prices are watched. For best
 *    effort it leaves out what is gone and reports the outcome of each item.
 * 3. **A composed script**, where scripts can be composed: one transaction, all or nothing. Not for best effort, since a
 *    script cannot go on after a failure. With a limit only if each call that moves money has one of its own.
 * 4. **One by one**: a transaction for each marketplace's purchases and for each sale; without a limit for each item, or for each
 *    item's two calls when listings are moved. Some may fail and others not. For best effort that is what was asked; else the
 *    caller has to warn the signer.
 *
 * Listings of other marketplaces are delisted one at a time, as the product has it, unless they are moved to ours or withdrawn
 * as orders that went stale.
 *
 * @throws NotOfferedError when an item cannot be traded at all: its marketplace is unknown, closed, or has no call for it.
 */
export function planBatch(intent: BatchIntent, place: TradingPlace): readonly BatchStep[] {
  const calls = callsOf(intent, place)
  const items = calls.map((_calls, at) => at)
  const [first] = calls
  if (first === undefined) return []
  if (calls.length === 1 && first.length === 1) return [callStep(items, withTotal(first[0] as Call, intent))]
  const isBestEffort = intent.kind === 'purchase-many' && intent.isBestEffort
  const own = isBestEffort ? null : offered(() => ownStep(items, intent, place))
  if (own !== null && own.priceGuard !== 'none') return [own]
  const whole = offered(() => aggregated(items, intent, place))
  if (whole !== null) return [whole]
  const steps = planLimitedCalls(intent, calls, place)
  return isTotalLimited(intent, calls) ? steps : steps.map(withoutGuard)
}

/** Plans a composed script or single transactions, each of whose calls has its own limit at most. */
function planLimitedCalls(
  intent: BatchIntent,
  calls: readonly (readonly Call[])[],
  place: TradingPlace,
): readonly BatchStep[] {
  if (!place.canCompose || (intent.kind === 'purchase-many' && intent.isBestEffort)) return planEach(calls, place)
  const script = scriptStep([...calls.keys()], pricedTogether(intent, place) ?? calls.flat())
  if (script.priceGuard !== 'none') return [script]
  return intent.kind === 'purchase-many' ? planEachMarketplace(intent, place) : planEach(calls, place)
}

/**
 * Whether the limits of the calls add up to what the sales have to bring in total. They do not where the signer is paid
 * otherwise too, as the artist or the marketplace: which call brings that is unknown.
 */
function isTotalLimited(intent: BatchIntent, calls: readonly (readonly Call[])[]): boolean {
  if (intent.kind !== 'instant-sell' || intent.leastOctas === null) return true
  return calls.flat().reduce((sum, { limitOctas }) => sum + (limitOctas ?? 0n), 0n) >= intent.leastOctas.total
}

/** Says of a step that no party enforces its limit. */
function withoutGuard(step: BatchStep): BatchStep {
  return step.priceGuard === null ? step : { ...step, priceGuard: 'none', limitOctas: null }
}

/** A call of a marketplace, and the limit that protects its signer. */
interface Call {
  readonly deployed: DeployedMarketplace
  readonly payload: EntryFunctionPayload
  /** Octas that it costs at most or brings at least; null where no money moves, or no limit is set. */
  readonly limitOctas: bigint | null
}

type Sale = BatchIntentOf<'instant-sell'>['sales'][number]

/** Returns the single calls of each item, in the order they have to be made. @throws NotOfferedError */
function callsOf(intent: BatchIntent, place: TradingPlace): readonly (readonly Call[])[] {
  const at = (marketplace: string, single: Intent, limitOctas: bigint | null = null): Call => {
    const deployed = marketplaceOf(place, marketplace, single.kind)
    return { deployed, payload: buildPayload(deployed, single), limitOctas }
  }
  const reprice = (change: PriceChange, terms?: ListingTerms) =>
    at(
      change.listing.marketplace,
      terms === undefined ? { kind: 'update-price', ...change } : { kind: 'update-terms', ...change, terms },
    )
  const list = ({ marketplace, ...listed }: NewListing, terms?: ListingTerms) => {
    const taken = termsOfCall([listed], marketplaceOf(place, marketplace, 'list'), terms)
    const { token, priceOctas } = listed
    return at(
      marketplace,
      taken === undefined ? { kind: 'list', token, priceOctas } : { kind: 'list-on-terms', ...listed, terms: taken },
    )
  }
  const withdraw = (order: Withdrawal) => {
    if ('listing' in order) return at(order.listing.marketplace, { kind: 'delist', listing: order.listing })
    const { offer, token, isPooled } = order
    const onSeveral = isPooled === true ? ('cancel-pool-offer' as const) : ('cancel-collection-offer' as const)
    const withdrawal = token === null ? { kind: onSeveral } : { kind: 'cancel-token-offer' as const, token }
    return at(offer.marketplace, { ...withdrawal, offer })
  }
  switch (intent.kind) {
    case 'purchase-many':
      return intent.listings.map((listing) => [
        at(listing.marketplace, { kind: 'buy', listing }, intent.maxOctas === null ? null : listing.priceOctas),
      ])
    case 'delist-and-list-many': {
      const marketplace = nativeOf(place).adapter.id
      return intent.items.map(({ listing, ...priced }) => [
        withdraw({ listing }),
        list({ marketplace, token: listing.token, ...priced }),
      ])
    }
    case 'instant-sell':
      return intent.sales.map((sale, nth) => [
        ...(sale.listing === undefined ? [] : [withdraw({ listing: sale.listing })]),
        at(
          sale.offer.marketplace,
          acceptanceOf(sale),
          // One sale alone has to bring the total: on chain that is all that the signer gains by the call.
          (intent.sales.length === 1 ? intent.leastOctas?.total : intent.leastOctas?.each[nth]) ?? null,
        ),
      ])
    case 'list-many':
      return intent.items.map((item) => [list(item, intent.terms)])
    case 'update-price-many':
      return intent.items.map((item) => [reprice(item, intent.terms)])
    case 'list-and-update-many':
      return intent.items.map((item) => ['listing' in item ? reprice(item) : list(item)])
    case 'withdraw-many':
      return intent.orders.map((order) => [withdraw(order)])
    case 'delist-many': {
      const native = nativeOf(place).adapter.id
      const elsewhere = intent.listings.find(({ marketplace }) => marketplace !== native)
      if (intent.listings.length > 1 && elsewhere !== undefined) {
        throw new NotOfferedError(elsewhere.marketplace, 'delist-many', DELIST_ONE_AT_A_TIME)
      }
      return intent.listings.map((listing) => [withdraw({ listing })])
    }
  }
}

function acceptanceOf({ offer, token, isTokenOffer, poolProof }: Sale): Intent {
  if (poolProof !== undefined) return { kind: 'accept-pool-offer', offer, token, proof: poolProof }
  return { kind: isTokenOffer ? 'accept-token-offer' : 'accept-collection-offer', offer, token }
}

/** Returns the only call of an intent, limited to what all of it may cost. */
function withTotal(call: Call, intent: BatchIntent): Call {
  return intent.kind === 'purchase-many' ? { ...call, limitOctas: intent.maxOctas } : call
}

const NO_LIMIT = { priceGuard: null, limitOctas: null } as const

function callStep(items: readonly number[], { deployed, payload, limitOctas }: Call): BatchStep {
  if (limitOctas === null) return { kind: 'call', items, payload, ...NO_LIMIT }
  const guarded = guardPayload(deployed, payload, limitOctas)
  if (guarded === null) return { kind: 'call', items, payload, priceGuard: 'none', limitOctas: null }
  return { kind: 'call', items, payload: guarded, priceGuard: 'bytes' in guarded ? 'script' : 'call', limitOctas }
}

/** Returns the marketplace's own batch; null where it has none. @throws NotOfferedError */
function ownStep(items: readonly number[], intent: BatchIntent, place: TradingPlace): BatchStep | null {
  const payload = marketplaceBatch(intent, place)
  if (payload === null) return null
  const [listing] = intent.kind === 'purchase-many' ? intent.listings : []
  if (listing === undefined) return { kind: 'call', items, payload, ...NO_LIMIT }
  return callStep(
    items,
    withTotal({ deployed: marketplaceOf(place, listing.marketplace, 'buy'), payload, limitOctas: null }, intent),
  )
}

/** A script can be composed of calls that limit themselves, not around scripts. */
function scriptStep(items: readonly number[], calls: readonly Call[]): BatchStep {
  const limited = calls.filter(({ limitOctas }) => limitOctas !== null)
  const guardOf = ({ deployed, payload, limitOctas }: Call) =>
    limitOctas === null ? null : guardedCall(deployed, payload, limitOctas)
  const priceGuard = limited.length === 0 ? null : limited.every((call) => guardOf(call) !== null) ? 'call' : 'none'
  return {
    kind: 'script',
    items,
    calls: calls.map((call) => guardOf(call) ?? call.payload),
    priceGuard,
    limitOctas: null,
  }
}

/** Returns a transaction for each item; an item's two calls go into one where scripts can be composed. */
function planEach(calls: readonly (readonly Call[])[], { canCompose }: TradingPlace): readonly BatchStep[] {
  return calls.flatMap((each, at) =>
    canCompose && each.length > 1 ? [scriptStep([at], each)] : each.map((call) => callStep([at], call)),
  )
}

/**
 * Returns the calls of a script that lists tokens and changes prices: those of our own package by its calls for several, as a script has
 * room for a few hundred arguments. Null for other batches.
 * @throws NotOfferedError
 */
function pricedTogether(intent: BatchIntent, place: TradingPlace): readonly Call[] | null {
  if (intent.kind !== 'list-many' && intent.kind !== 'list-and-update-many') return null
  // Of other packages it is not known whether scripts may call their batches.
  const own = place.marketplaces.find(({ contracts }) => contracts.hasGuardedCalls === true)
  const groups = Map.groupBy(intent.items, (item) =>
    'listing' in item ? `${item.listing.marketplace} update` : groupOfListing(item),
  )
  return [...groups.values()].flatMap((items) => {
    const part = { ...intent, items } as typeof intent
    const isOurs = items.every((item) => ('listing' in item ? item.listing : item).marketplace === own?.adapter.id)
    const payload = isOurs ? marketplaceBatch(part, place) : null
    if (payload === null || own === undefined) return callsOf(part, place).flat()
    return { deployed: own, payload, limitOctas: null }
  })
}

/** Returns what the tokens that one call lists have in common. */
function groupOfListing({ marketplace, token }: NewListing): string {
  if (token.standard === 'v2') return `${marketplace} v2`
  return JSON.stringify([marketplace, token.creatorAddress, token.collectionName, String(token.propertyVersion)])
}

/** Plans purchases for each marketplace: by its call for several where it has one, else one by one. */
function planEachMarketplace(intent: BatchIntentOf<'purchase-many'>, place: TradingPlace): readonly BatchStep[] {
  const positions = intent.listings.map((_listing, at) => at)
  const byMarketplace = [...Map.groupBy(positions, (at) => intent.listings[at]?.marketplace)].map(([, group]) => group)
  return byMarketplace.flatMap((group) => {
    const listings = intent.listings.filter((_listing, at) => group.includes(at))
    const maxOctas = listings.reduce((total, { priceOctas }) => total + priceOctas, 0n)
    const part = { ...intent, listings, maxOctas: intent.maxOctas === null ? null : maxOctas }
    const steps = byMarketplace.length === 1 ? planOneMarketplace(part, place) : planBatch(part, place)
    return steps.map((step) => ({ ...step, items: step.items.map((at) => group[at] as number) }))
  })
}

function planOneMarketplace(intent: BatchIntentOf<'purchase-many'>, place: TradingPlace): readonly BatchStep[] {
  return planEach(callsOf(intent, place), place)
}

/** Plans the items that the aggregator has a call for. @throws NotOfferedError */
function aggregated(items: readonly number[], intent: BatchIntent, place: TradingPlace): BatchStep | null {
  const step = { kind: 'call', items } as const
  const held = { ...step, priceGuard: 'aggregator', limitOctas: null } as const
  switch (intent.kind) {
    case 'purchase-many': {
      const payload = purchaseMany(place, intent)
      return intent.maxOctas === null ? { ...step, payload, ...NO_LIMIT } : { ...held, payload }
    }
    case 'instant-sell': {
      const { leastOctas } = intent
      if (leastOctas === null) return { ...step, payload: instantSell(place, intent), ...NO_LIMIT }
      const payload = instantSellForAtLeast(place, intent, leastOctas)
      return { ...held, payload, limitOctas: leastOctas.total }
    }
    case 'delist-and-list-many':
      return { ...step, payload: delistAndListMany(place, intent), ...NO_LIMIT }
    default:
      return null
  }
}

/** Null for what is not offered: the next way is tried. */
function offered<Made>(build: () => Made | null): Made | null {
  try {
    return build()
  } catch (error) {
    if (error instanceof NotOfferedError) return null
    throw error
  }
}
