import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf, OTHER_TOKEN, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { mayChangeQuote, type ShownQuote } from './may-change-quote.ts'
import type { TradeDraft } from './trade-draft.ts'

const STRANGER = `0x${'b'.repeat(64)}`
const { tokenDataId, collectionId } = TOKEN
const base = { id: '1', collectionId, version: '1', at: '1' }
const gone = { code: 'gone', sentence: 'It is gone.' }

function activity(kind: Activity['kind'], row: Partial<Activity>): LiveMessage {
  return { ...base, kind: 'activity', activity: { kind, collectionId, from: STRANGER, to: null, ...row } as Activity }
}

function isFollowed(messages: readonly LiveMessage[], draft: TradeDraft, items: ShownItems): boolean {
  const quote: ShownQuote = { draft, answer: answerOf({}, { items: [...items] }), walletAddress: YOU }
  return messages.some((message) => mayChangeQuote(message, quote))
}

type ShownItems = NonNullable<ShownQuote['answer']>['items']

const FEES_BPS = [0n, 150n, 500n]
const ROYALTY_BPS = 500n

interface Bid {
  readonly id: string
  readonly marketplace: number
  readonly on: 'token' | 'collection' | 'set'
  readonly price: bigint
}

function netOf({ price, marketplace }: Bid): bigint {
  const commission = (price * (FEES_BPS[marketplace] as bigint)) / 10_000n
  return price - commission - (price * ROYALTY_BPS) / 10_000n
}

/** The bids on an item, and the messages that the indexer sends as they come and go. */
class Bids {
  #open: readonly Bid[] = []
  #placed = 0

  /** The bid that a sale is quoted with: the one that was chosen, else the one that brings most. */
  quoted(chosen: string | null): Bid | null {
    if (chosen !== null) return this.#open.find(({ id }) => id === chosen) ?? null
    return this.#open.toSorted((a, b) => Number(netOf(b) - netOf(a)) || a.id.localeCompare(b.id))[0] ?? null
  }

  /** Applies what happens in one batch. */
  apply(steps: readonly BidStep[]): readonly LiveMessage[] {
    const old = this.#best()
    const told = steps.flatMap((each) => this.#happen(each))
    const best = this.#best()
    const activities = told.flatMap(({ message }) => message ?? [])
    // Also where others than the best have changed without an activity, or those on sets.
    const isTold = old !== best || told.some(({ message, bid }) => message === null || bid.on === 'set')
    return isTold ? [...activities, { ...base, kind: 'bid_change', old, new: best }] : activities
  }

  #happen(each: BidStep) {
    if ('place' in each) {
      this.#placed += 1
      const bid = { ...each.place, id: `${this.#placed}` }
      this.#open = [...this.#open, bid]
      return [{ bid, message: messageOf(bid, `${bid.on}-bid`) }]
    }
    const bid = this.#open[each.end % Math.max(this.#open.length, 1)]
    if (bid === undefined) return []
    this.#open = this.#open.filter((one) => one !== bid)
    // Time, its pool, or its bidder's account ends it.
    return [{ bid, message: each.how === 'silently' ? null : messageOf(bid, `${each.how}-${bid.on}-bid`) }]
  }

  #best(): string | null {
    const prices = this.#open.flatMap(({ on, price }) => (on === 'collection' ? price : []))
    return prices.length === 0 ? null : String(prices.reduce((best, price) => (price > best ? price : best)))
  }
}

function messageOf({ id, on, marketplace, price }: Bid, kind: Activity['kind']): LiveMessage {
  // Another token is sold into a bid on several.
  const sold = kind.startsWith('accept') ? OTHER_TOKEN.tokenDataId : null
  return activity(kind, {
    tokenDataId: on === 'token' ? tokenDataId : sold,
    offerOrListingId: id,
    marketplace: `m${marketplace}`,
    price: String(price),
  })
}

const bidStep = fc.oneof(
  fc.record({
    place: fc.record({
      marketplace: fc.nat({ max: 2 }),
      on: fc.constantFrom('token' as const, 'collection' as const, 'set' as const),
      price: fc.bigInt(100_000n, 200_000n),
    }),
  }),
  fc.record({ end: fc.nat(), how: fc.constantFrom('cancel' as const, 'accept' as const, 'silently' as const) }),
)
type BidStep = typeof bidStep extends fc.Arbitrary<infer One> ? One : never

function soldInto(bid: Bid | null) {
  if (bid === null) return itemOf({ reason: gone, priceOctas: null, sellerOctas: null })
  const { id, on, marketplace, price } = bid
  const order = { marketplace: `m${marketplace}`, offerId: id, isOnToken: on === 'token' }
  return itemOf({
    offer: { ...order, buyer: STRANGER, priceOctas: String(price), pool: null },
    priceOctas: String(price),
    sellerOctas: String(netOf(bid)),
  })
}

// @feature trade.live-quote
it('whatever changes the bid that a sale is quoted with has a message that says so, and no bid below it has one', () => {
  const batches = fc.array(fc.array(bidStep, { minLength: 1, maxLength: 3 }), { maxLength: 20 })
  fc.assert(
    fc.property(batches, fc.boolean(), (steps, isChosen) => {
      const market = new Bids()
      for (const batch of steps) {
        const best = market.quoted(null)
        const chosen = isChosen && best !== null ? best : null
        const chosenId = chosen?.id ?? null
        const item = chosen === null ? {} : { offerId: chosen.id, marketplace: `m${chosen.marketplace}` }
        const draft: TradeDraft = { call: 'accept-bid', body: { items: [{ tokenDataId, ...item }] } }
        const messages = market.apply(batch)
        const isTold = isFollowed(messages, draft, [soldInto(best)])
        if (market.quoted(chosenId)?.id !== best?.id) expect(isTold).toBe(true)
        const areLow = batch.every((each) => 'place' in each && best !== null && each.place.price <= netOf(best))
        const isOnlyActivity = messages.every(({ kind }) => kind === 'activity')
        if (areLow && isOnlyActivity) expect(isTold).toBe(false)
      }
    }),
    { numRuns: runs(300) },
  )
})

interface Ask {
  readonly price: bigint
  readonly hasTrait: boolean
}

const askStep = fc.record({
  kind: fc.constantFrom(
    ...(['list', 'list', 'reprice', 'delist', 'sale', 'transfer', 'burn', 'fall', 'expire', 'describe'] as const),
  ),
  nth: fc.nat(9),
  price: fc.bigInt(1n, 9n),
  hasTrait: fc.boolean(),
})
type AskStep = typeof askStep extends fc.Arbitrary<infer One> ? One : never

/** Applies a step to listings by token. @returns the messages that the indexer sends */
function applyAsk(asks: Map<number, Ask>, { kind, nth, price, hasTrait }: AskStep): readonly LiveMessage[] {
  const known = asks.get(nth)
  if ((kind === 'list') !== (known === undefined)) return []
  if (kind === 'list') asks.set(nth, { price, hasTrait })
  else if (known !== undefined && (kind === 'reprice' || kind === 'fall')) asks.set(nth, { ...known, price })
  else if (known !== undefined && kind === 'describe') asks.set(nth, { ...known, hasTrait })
  else asks.delete(nth)
  if (kind === 'describe') return [{ ...base, kind: 'tokens_change' }]
  if (kind === 'fall' || kind === 'expire') return [{ ...base, kind: 'listings_change' }]
  const row = { tokenDataId: `0x${nth}`, offerOrListingId: `${nth}`, marketplace: 'own', price: String(price) }
  return [activity(kind, { ...row, from: STRANGER })]
}

/** Quotes a sweep of so many of the cheapest, or of those with a trait. */
function sweptFrom(asks: ReadonlyMap<number, Ask>, count: number, isFiltered: boolean): ShownItems {
  return [...asks]
    .filter(([, { hasTrait }]) => hasTrait || !isFiltered)
    .toSorted(([one, a], [other, b]) => Number(a.price - b.price) || one - other)
    .slice(0, count)
    .map(([nth, { price }]) => {
      const order = { marketplace: 'own', listingId: `${nth}`, seller: STRANGER, propertyVersion: '0' }
      const listing = { ...order, priceOctas: String(price) }
      return itemOf({ tokenDataId: `0x${nth}`, listing, listingId: `${nth}`, priceOctas: String(price) })
    })
}

// @feature trade.live-quote, buy.sweep-live
it('whatever changes what a sweep buys has a message that says so, with a filter and without', () => {
  const choice = fc.record({ count: fc.integer({ min: 1, max: 5 }), isFiltered: fc.boolean() })
  fc.assert(
    fc.property(fc.array(askStep, { maxLength: 30 }), choice, (steps, { count, isFiltered }) => {
      const asks = new Map<number, Ask>()
      const filter = isFiltered ? { attributes: [{ trait_type: 'Hat', value: 'Crown' }] } : {}
      const draft: TradeDraft = { call: 'sweep', body: { collectionId, count, filter } }
      for (const each of steps) {
        const before = sweptFrom(asks, count, isFiltered)
        const messages = applyAsk(asks, each)
        const pricesOf = (items: ShownItems) => items.map(({ priceOctas }) => priceOctas)
        const isOther = String(pricesOf(sweptFrom(asks, count, isFiltered))) !== String(pricesOf(before))
        if (isOther) expect(isFollowed(messages, draft, before), each.kind).toBe(true)
      }
    }),
    { numRuns: runs(300) },
  )
})
