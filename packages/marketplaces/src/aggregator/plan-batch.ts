import type { Address } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { BatchIntent, BatchIntentOf } from '@opal/domain/intent'
import type { TradePayload } from '@opal/domain/payload'
import { sumOctas } from '@opal/domain/prices/octas'
import { guardedCall, guardPayload, heldTo } from '../guards/guard-payload.ts'
import { heldToProceeds } from '../guards/hold-proceeds.ts'
import type { ScriptedCall } from './compose-script.ts'
import { marketplaceBatch } from './marketplace-batch.ts'
import { delistAndListMany, instantSell, instantSellForAtLeast, purchaseMany } from './payloads.ts'
import { type LimitedCall, pricingCalls, singleCalls } from './single-calls.ts'
import { marketplaceOf, type TradingPlace } from './trading-place.ts'

/**
 * The party that enforces the limit on what the signer pays or receives: the marketplace's own call, a script
 * around its calls, the aggregator, or none.
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
  | { readonly kind: 'script'; readonly calls: readonly ScriptedCall[] }
)

/**
 * Plans how a batch becomes transactions. The first of these that can do all of it, and that holds it to the intent's limit where
 * it sets one:
 *
 * 1. **The marketplace's own call**: one item by its single call; several at one marketplace by its `*-many`. Not for best effort,
 *    since marketplaces' batches are all or nothing.
 * 2. **The aggregator**, where it is published and reaches every marketplace: one transaction, and prices are watched. For best
 *    effort it leaves out what is gone and reports the outcome of each item.
 * 3. **A composed script**, where scripts can be composed: one transaction, all or nothing. Not for best effort, since a
 *    script cannot go on after a failure. With a limit only if each call that moves money has one of its own.
 * 4. **One by one**: a transaction for each marketplace's purchases and for each sale; without a limit for each item, or for each
 *    item's two calls when listings are moved or sold. Some may fail and others not. For best effort that is what was asked; else the
 *    caller has to warn the signer.
 *
 * Listings of other marketplaces are delisted one at a time, as the product has it, unless they are moved to ours or withdrawn
 * as orders that went stale.
 *
 * @throws NotOfferedError when an item cannot be traded at all: its marketplace is unknown, closed, or has no call for it.
 */
export function planBatch(intent: BatchIntent, place: TradingPlace): readonly BatchStep[] {
  const calls = singleCalls(intent, place)
  const items = calls.map((_calls, at) => at)
  const [first] = calls
  if (first === undefined) return []
  if (calls.length === 1 && first.length === 1) return [callStep(items, withTotal(first[0] as LimitedCall, intent))]
  const isBestEffort = intent.kind === 'purchase-many' && intent.isBestEffort
  const own = isBestEffort ? null : offered(() => ownStep(items, intent, place))
  if (own !== null && own.priceGuard !== 'none') return [own]
  const whole = offered(() => aggregated(items, intent, place))
  if (whole !== null) return [whole]
  const total = unlimitedTotal(intent, calls)
  if (total === null) return planLimitedCalls(intent, calls, place)
  return place.canCompose
    ? [heldStep(items, calls.flat(), total)]
    : planLimitedCalls(intent, calls, place).map(withoutGuard)
}

/** Plans a composed script or single transactions, each of whose calls has its own limit at most. */
function planLimitedCalls(
  intent: BatchIntent,
  calls: readonly (readonly LimitedCall[])[],
  place: TradingPlace,
): readonly BatchStep[] {
  if (!place.canCompose || (intent.kind === 'purchase-many' && intent.isBestEffort))
    return planEach(calls, place, sellerOf(intent))
  const script = scriptStep([...calls.keys()], pricingCalls(intent, place) ?? calls.flat())
  if (script.priceGuard !== 'none') return [script]
  return intent.kind === 'purchase-many' ? planEachMarketplace(intent, place) : planEach(calls, place, sellerOf(intent))
}

/** Least proceeds of sales, in octas, and the wallet that they are paid to. */
interface Proceeds {
  readonly seller: Address
  readonly leastOctas: bigint
}

/**
 * Returns what sales have to bring in total where that is more than the limits of their calls add up to, as where the signer is paid otherwise too,
 * as the artist or the marketplace: which call brings that is unknown. Null where the limits suffice.
 */
function unlimitedTotal(intent: BatchIntent, calls: readonly (readonly LimitedCall[])[]): Proceeds | null {
  if (intent.kind !== 'instant-sell' || intent.leastOctas === null) return null
  const { total } = intent.leastOctas
  return limitOf(calls.flat()) < total ? { seller: intent.seller, leastOctas: total } : null
}

/** Returns the sum of the limits of some calls, in octas. */
function limitOf(calls: readonly LimitedCall[]): bigint {
  return sumOctas(calls.map(({ limitOctas }) => limitOctas ?? 0n))
}

/** Says of a step that no party enforces its limit. */
function withoutGuard(step: BatchStep): BatchStep {
  return step.priceGuard === null ? step : { ...step, priceGuard: 'none', limitOctas: null }
}

/** Returns the only call of an intent, limited to what all of it may cost. */
function withTotal(call: LimitedCall, intent: BatchIntent): LimitedCall {
  return intent.kind === 'purchase-many' ? { ...call, limitOctas: intent.maxOctas } : call
}

const NO_LIMIT = { priceGuard: null, limitOctas: null } as const

function callStep(items: readonly number[], { deployed, payload, limitOctas }: LimitedCall): BatchStep {
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

/** A script can be composed of calls that limit themselves, not of scripts around them. */
function scriptStep(items: readonly number[], calls: readonly LimitedCall[]): BatchStep {
  const limited = calls.filter(({ limitOctas }) => limitOctas !== null)
  const guardOf = ({ deployed, payload, limitOctas }: LimitedCall) =>
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
function planEach(
  calls: readonly (readonly LimitedCall[])[],
  { canCompose }: TradingPlace,
  seller: Address | null,
): readonly BatchStep[] {
  return calls.flatMap((each, at) =>
    canCompose && each.length > 1 ? [itemStep(at, each, seller)] : each.map((call) => callStep([at], call)),
  )
}

/** Returns the wallet that a batch of sales pays; null for a batch that sells nothing. */
function sellerOf(intent: BatchIntent): Address | null {
  return intent.kind === 'instant-sell' ? intent.seller : null
}

/** Plans the calls of one item as a script. Where its sale does not limit itself, the script holds all of it to what that has to bring. */
function itemStep(at: number, calls: readonly LimitedCall[], seller: Address | null): BatchStep {
  const script = scriptStep([at], calls)
  if (script.priceGuard !== 'none' || seller === null) return script
  return heldStep([at], calls, { seller, leastOctas: limitOf(calls) })
}

/** Plans sales as one script that holds all of them together to what they have to bring. */
function heldStep(
  items: readonly number[],
  calls: readonly LimitedCall[],
  { seller, leastOctas }: Proceeds,
): BatchStep {
  const limitOctas = heldTo(leastOctas)
  const payloads = calls.map(({ payload }) => payload)
  return {
    kind: 'script',
    items,
    calls: heldToProceeds(seller, payloads, limitOctas),
    priceGuard: 'script',
    limitOctas,
  }
}

/** Plans purchases for each marketplace: by its call for several where it has one, else one by one. */
function planEachMarketplace(intent: BatchIntentOf<'purchase-many'>, place: TradingPlace): readonly BatchStep[] {
  const positions = intent.listings.map((_listing, at) => at)
  const byMarketplace = [...Map.groupBy(positions, (at) => intent.listings[at]?.marketplace)].map(([, group]) => group)
  return byMarketplace.flatMap((group) => {
    const listings = intent.listings.filter((_listing, at) => group.includes(at))
    const maxOctas = sumOctas(listings.map(({ priceOctas }) => priceOctas))
    const part = { ...intent, listings, maxOctas: intent.maxOctas === null ? null : maxOctas }
    const steps = byMarketplace.length === 1 ? planOneMarketplace(part, place) : planBatch(part, place)
    return steps.map((step) => ({ ...step, items: step.items.map((at) => group[at] as number) }))
  })
}

function planOneMarketplace(intent: BatchIntentOf<'purchase-many'>, place: TradingPlace): readonly BatchStep[] {
  return planEach(singleCalls(intent, place), place, null)
}

/** Plans the items that the aggregator has a call for. @throws NotOfferedError */
function aggregated(items: readonly number[], intent: BatchIntent, place: TradingPlace): BatchStep | null {
  const step = { kind: 'call', items } as const
  const guarded = { ...step, priceGuard: 'aggregator', limitOctas: null } as const
  switch (intent.kind) {
    case 'purchase-many': {
      const payload = purchaseMany(place, intent)
      return intent.maxOctas === null ? { ...step, payload, ...NO_LIMIT } : { ...guarded, payload }
    }
    case 'instant-sell': {
      const { leastOctas } = intent
      if (leastOctas === null) return { ...step, payload: instantSell(place, intent), ...NO_LIMIT }
      const payload = instantSellForAtLeast(place, intent, leastOctas)
      return { ...guarded, payload, limitOctas: leastOctas.total }
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
