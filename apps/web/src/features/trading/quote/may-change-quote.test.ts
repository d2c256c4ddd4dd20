import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf, OTHER_TOKEN, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { mayChangeQuote } from './may-change-quote.ts'
import type { TradeDraft } from './trade-draft.ts'

const STRANGER = `0x${'b'.repeat(64)}`
const SELLER = `0x${'c'.repeat(64)}`
const { tokenDataId, collectionId } = TOKEN
const SALE: TradeDraft = { call: 'accept-bid', body: { items: [{ tokenDataId }] } }
const PURCHASE: TradeDraft = { call: 'buy', body: { items: [{ tokenDataId }] } }
const base = { id: '1', collectionId, version: '1', at: '1' }

const activity = (kind: Activity['kind'], changes: Partial<Activity> = {}): LiveMessage => {
  const places = { tokenDataId, collectionId, marketplace: 'own', offerOrListingId: 'other', price: '1' }
  return { ...base, kind: 'activity', activity: { kind, from: STRANGER, to: null, ...places, ...changes } as Activity }
}
const bestBid = (best: string | null): LiveMessage => ({ ...base, kind: 'bid_change', new: best, old: '1' })

const offer = {
  marketplace: 'own',
  offerId: 'bid',
  buyer: STRANGER,
  priceOctas: '100000000',
  isOnToken: false,
  pool: null,
}
const sold = itemOf({ offer, offerId: 'bid' })
const listing = { marketplace: 'own', listingId: 'ask', seller: SELLER, priceOctas: '100000000', propertyVersion: '0' }
const bought = itemOf({ listing, listingId: 'ask' })
const gone = { code: 'gone', sentence: 'It is gone.' }

const judge = (message: LiveMessage, draft: TradeDraft, items: readonly TradeItem[] | null) => {
  const answer: TradeAnswer | null = items === null ? null : answerOf({}, { items: [...items] })
  return mayChangeQuote(message, { draft, answer, walletAddress: YOU })
}

// @feature trade.live-quote
describe('a message about a sale', () => {
  it.each<[string, LiveMessage, boolean]>([
    ['a bid that pays no more than the quoted one brings', activity('token-bid', { price: '93500000' }), false],
    ['a bid that may bring more at a lower fee', activity('token-bid', { price: '93500001' }), true],
    ['a collection bid that is far lower', activity('collection-bid', { tokenDataId: null, price: '1' }), false],
    ['a collection bid that is higher', activity('collection-bid', { tokenDataId: null, price: '100000001' }), true],
    [
      'a higher bid on another token',
      activity('token-bid', { tokenDataId: OTHER_TOKEN.tokenDataId, price: '900000000' }),
      false,
    ],
    ['another bid that is cancelled', activity('cancel-collection-bid', { tokenDataId: null }), false],
    [
      'the quoted bid that is cancelled',
      activity('cancel-collection-bid', { tokenDataId: null, offerOrListingId: 'bid' }),
      true,
    ],
    ['the quoted bid that is taken', activity('accept-collection-bid', { offerOrListingId: 'bid' }), true],
    ['a token bid of the same id', activity('cancel-token-bid', { offerOrListingId: 'bid' }), false],
    [
      'a bid of the same id elsewhere',
      activity('cancel-collection-bid', { offerOrListingId: 'bid', marketplace: 'other' }),
      false,
    ],
    ['the best bid that is as high as the quoted one', bestBid('100000000'), true],
    ['the best bid that is lower than the quoted one', bestBid('99999999'), true],
    ['the best bid that is higher', bestBid('100000001'), true],
    ['no bids left', bestBid(null), true],
    ['the token that leaves the wallet', activity('transfer', { from: YOU, to: STRANGER }), true],
    ['an edition that strangers move', activity('transfer', { from: STRANGER, to: SELLER }), false],
    ['a listing of a stranger’s edition', activity('list'), false],
    ['the volume', { ...base, kind: 'volume_change', new: '2', old: '1' }, false],
  ])('%s', (_, message, expected) => {
    expect(judge(message, SALE, [sold])).toBe(expected)
  })

  it.each<[string, TradeDraft, readonly TradeItem[], Partial<LiveMessage>, boolean]>([
    ['a bid that was quoted', SALE, [sold], {}, true],
    [
      'a bid that the user chose',
      { call: 'accept-bid', body: { items: [{ tokenDataId, offerId: 'bid', marketplace: 'own' }] } },
      [sold],
      {},
      true,
    ],
    ['what could not be sold', SALE, [itemOf({ reason: gone })], {}, true],
    ['a bid on the token itself', SALE, [itemOf({ offer: { ...offer, isOnToken: true }, offerId: 'bid' })], {}, true],
    ['another collection', SALE, [sold], { collectionId: STRANGER }, false],
    ['a purchase', PURCHASE, [bought], {}, false],
  ])('that bids can fill more or less, and %s', (_, draft, items, changes, expected) => {
    const message = { ...base, kind: 'bid_change', new: '100000000', old: '100000000', ...changes } as LiveMessage
    expect(judge(message, draft, items)).toBe(expected)
  })

  it('about any bid changes what cannot be sold', () => {
    const dust = activity('collection-bid', { tokenDataId: null })
    expect([dust, bestBid('1'), activity('token-bid')].map((message) => judge(message, SALE, null))).toEqual(
      Array(3).fill(true),
    )
    expect(judge(dust, SALE, [itemOf({ reason: gone })])).toBe(true)
    expect(judge(activity('token-bid', { tokenDataId: OTHER_TOKEN.tokenDataId }), SALE, null)).toBe(false)
  })

  it('changes a chosen bid when it is about that one, or names none', () => {
    const chosen: TradeDraft = { call: 'accept-bid', body: { items: [{ tokenDataId, offerId: 'bid' }] } }
    const higher = activity('collection-bid', { tokenDataId: null, price: '900000000' })
    const cancelled = activity('cancel-collection-bid', { tokenDataId: null, offerOrListingId: 'bid' })
    expect([higher, bestBid('900000000'), cancelled].map((each) => judge(each, chosen, [sold]))).toEqual([
      false,
      true,
      true,
    ])
  })
})

// @feature trade.live-quote
describe('a message about a purchase', () => {
  it.each<[string, LiveMessage, boolean]>([
    ['a bid on the token', activity('token-bid', { price: '900000000' }), false],
    ['a bid that is cancelled', activity('cancel-token-bid'), false],
    ['a bid on the collection', activity('collection-bid', { tokenDataId: null, price: '900000000' }), false],
    ['the best bid', bestBid(null), false],
    ['a dearer listing of an edition', activity('list', { price: '100000000' }), false],
    ['a cheaper listing of an edition', activity('reprice', { price: '99999999' }), true],
    ['the quoted listing at another price', activity('reprice', { offerOrListingId: 'ask', price: '2' }), true],
    ['the quoted listing that is taken back', activity('delist', { offerOrListingId: 'ask' }), true],
    ['the quoted listing that is sold', activity('sale', { offerOrListingId: 'ask' }), true],
    ['another listing that is sold', activity('sale'), false],
    ['the token that leaves its seller', activity('transfer', { from: SELLER }), true],
    ['an edition that strangers move', activity('transfer', { from: STRANGER, to: YOU }), false],
    ['the token that is burnt', activity('burn'), true],
    ['another token', activity('delist', { tokenDataId: OTHER_TOKEN.tokenDataId }), false],
  ])('%s', (_, message, expected) => {
    expect(judge(message, PURCHASE, [bought])).toBe(expected)
  })

  it('about any listing of the token changes what cannot be bought', () => {
    expect(judge(activity('list', { price: '900000000' }), PURCHASE, null)).toBe(true)
    expect(judge(activity('list', { price: '900000000' }), PURCHASE, [itemOf({ reason: gone })])).toBe(true)
    expect(judge(activity('token-bid'), PURCHASE, null)).toBe(false)
  })

  it.each([
    ['without a quote', null],
    ['in a quote of several items', [itemOf({ reason: gone })]],
  ])(
    'about the chosen listing changes what cannot be bought, and one about another listing does not: %s',
    (_, items) => {
      const chosen: TradeDraft = {
        call: 'buy',
        body: { items: [{ tokenDataId, marketplace: 'own', listingId: 'ask', maxPrice: '100000000' }] },
      }
      const repriced = (offerOrListingId: string, marketplace: string) =>
        activity('reprice', { offerOrListingId, marketplace, price: '100000000' })
      const messages = [repriced('ask', 'own'), repriced('other', 'own'), repriced('ask', 'other')]
      expect(messages.map((message) => judge(message, chosen, items))).toEqual([true, false, false])
    },
  )

  it('about the chosen listing of any edition of a token changes what cannot be bought', () => {
    const ids = ['first', 'second', 'third']
    const chosen = (listingId: string) => ({ tokenDataId, marketplace: 'own', listingId })
    const draft: TradeDraft = { call: 'buy', body: { items: ids.map(chosen) } }
    const quoted = (listingId: string) => itemOf({ listing: { ...listing, listingId }, listingId })
    for (const refused of ids) {
      const items = ids.map((id) => (id === refused ? itemOf({ reason: gone }) : quoted(id)))
      const messages = [...ids, 'other'].map((offerOrListingId) => activity('reprice', { offerOrListingId }))
      expect(messages.map((message) => judge(message, draft, items))).toEqual([true, true, true, false])
    }
  })
})

// @feature trade.live-quote
describe('a message about a sweep', () => {
  const sweepOf = (count: number): TradeDraft => ({ call: 'sweep', body: { collectionId, count } })
  const listed = (price: string) => activity('list', { tokenDataId: OTHER_TOKEN.tokenDataId, price })

  it('changes it where it is about a cheaper listing of any token', () => {
    expect(['99999999', '100000000'].map((price) => judge(listed(price), sweepOf(1), [bought]))).toEqual([true, false])
  })

  it('changes it where it is about any listing, while fewer are for sale than are wanted', () => {
    for (const items of [null, [], [bought]]) expect(judge(listed('900000000'), sweepOf(2), items)).toBe(true)
    expect(judge(activity('token-bid'), sweepOf(2), null)).toBe(false)
    expect(judge({ ...listed('1'), collectionId: STRANGER }, sweepOf(2), [bought])).toBe(false)
  })

  it('changes it where names, traits or ranks did, which it may be filtered by', () => {
    const described: LiveMessage = { ...base, kind: 'tokens_change' }
    expect([sweepOf(1), PURCHASE, SALE].map((draft) => judge(described, draft, [bought]))).toEqual([true, false, false])
  })
})

// @feature trade.live-quote, orders.terms
it('listings that change without an activity concern what is bought or delisted in their collection', () => {
  const sweep: TradeDraft = { call: 'sweep', body: { collectionId, count: 1 } }
  const timed = (of: string): LiveMessage => ({ ...base, collectionId: of, kind: 'listings_change' })
  expect([PURCHASE, sweep].map((draft) => judge(timed(collectionId), draft, [bought]))).toEqual([true, true])
  expect(judge(timed(collectionId), PURCHASE, null)).toBe(true)
  expect(judge(timed(`0x${'9'.repeat(64)}`), PURCHASE, [bought])).toBe(false)
  expect(judge(timed(collectionId), SALE, [sold])).toBe(false)
  // A frozen item cannot be taken back.
  const items = [{ tokenDataId, marketplace: 'own', listingId: 'ask' }]
  expect(judge(timed(collectionId), { call: 'delist', body: { items } }, [bought])).toBe(true)
  const moved: LiveMessage = { ...base, kind: 'floor_change', old: '7', new: '8' }
  expect(judge(moved, PURCHASE, [bought])).toBe(false)
})
