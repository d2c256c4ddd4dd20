import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf } from '../testing/trade-harness.tsx'
import { changeBeforeSigning, quoteChange } from './quote-change.ts'

const LATER = { code: 'one-at-a-time', sentence: 'These can’t share one transaction. Do them one at a time.' }
const GONE = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
const other = itemOf({ tokenDataId: `0x${'3'.repeat(64)}`, name: 'Stone #10' })
const third = itemOf({ tokenDataId: `0x${'4'.repeat(64)}`, name: 'Stone #11' })
const quote = (items: readonly TradeItem[], split: Partial<TradeAnswer['split']> = {}) =>
  answerOf(split, { items: [...items] })
const bid = (priceOctas: string) => ({ priceOctas })
const locked = (priceGuard: TradeAnswer['priceGuard']) => answerOf({}, { items: [itemOf()], priceGuard })

/** Warns that so many items are asked for less than their seller bids for them. */
const warned = (items: string) =>
  answerOf({}, { items: [itemOf()], warning: { code: 'own-bid', sentence: `You’re bidding more for ${items}.` } })

type Quotes = Parameters<typeof quoteChange> extends [...infer Rest, unknown] ? Rest : never
const nameOf = (id: string) => (id === 'other' ? 'Other Market' : id)

const ofEdition = (propertyVersion: string, changes: Partial<TradeItem> = {}) =>
  itemOf({
    listing: { marketplace: 'own', listingId: 'a', seller: `0x${'5'.repeat(64)}`, priceOctas: '1', propertyVersion },
    ...changes,
  })

// @feature trade.live-quote, trade.editions
it.each<[string, Quotes, string | null]>([
  [
    'the best bid of one sale',
    ['accept-bid', quote([itemOf(bid('520000000'))]), quote([itemOf(bid('500000000'))])],
    'The best bid fell from 5.2 to 5 APT.',
  ],
  [
    'the best bid on one of several',
    ['accept-bid', quote([itemOf(), other]), quote([itemOf(), { ...other, priceOctas: '120000000' }])],
    'The best bid on Stone #10 rose from 1 to 1.2 APT.',
  ],
  [
    'more than two bids',
    [
      'accept-bid',
      quote([itemOf(), other, third]),
      quote([itemOf(), other, third].map((item) => ({ ...item, ...bid('90000000') }))),
    ],
    'The best bid on Stone #9 fell from 1 to 0.9 APT. The best bid on Stone #10 fell from 1 to 0.9 APT. 1 more changed.',
  ],
  [
    'the edition that the listing sells',
    ['buy', quote([ofEdition('3')]), quote([ofEdition('7')])],
    'The listing of Stone #9 is for Edition 7 now.',
  ],
  [
    'the edition that the listing sells, and its price',
    ['buy', quote([ofEdition('3')]), quote([ofEdition('7', bid('90000000'))])],
    'The listing of Stone #9 is for Edition 7 now. The price of Stone #9 fell from 1 to 0.9 APT.',
  ],
  ['nothing of the same edition', ['buy', quote([ofEdition('3')]), quote([ofEdition('3')])], null],
  [
    'the marketplace of the best bid',
    ['accept-bid', quote([itemOf()]), quote([itemOf({ marketplace: 'other' })])],
    'The best bid is on Other Market now.',
  ],
  [
    'a bid whose price was unknown',
    ['accept-bid', quote([itemOf({ priceOctas: null, sellerOctas: null })]), quote([itemOf()])],
    'The best bid is 1 APT now.',
  ],
  [
    'the marketplace of a listing at the same price',
    ['buy', quote([itemOf()]), quote([itemOf({ marketplace: 'other' })])],
    'Stone #9 is listed on Other Market now.',
  ],
  [
    'the marketplace of a listing, with its fee',
    ['buy', quote([itemOf()]), quote([itemOf({ marketplace: 'other', sellerOctas: '93000000' })])],
    'Stone #9 is listed on Other Market now.',
  ],
  [
    'the marketplace and the price of a listing',
    ['buy', quote([itemOf()]), quote([itemOf({ marketplace: 'other', priceOctas: '120000000' })])],
    'The price of Stone #9 rose from 1 to 1.2 APT, on Other Market.',
  ],
  [
    'a listing whose marketplace was unknown',
    ['buy', quote([itemOf({ marketplace: null })]), quote([itemOf({ marketplace: 'other' })])],
    'Stone #9 is listed on Other Market now.',
  ],
  [
    'a price that was unknown',
    ['buy', quote([itemOf({ priceOctas: null, sellerOctas: null })]), quote([itemOf()])],
    'The price of Stone #9 is 1 APT now.',
  ],
  [
    'a price that is no longer known',
    ['buy', quote([itemOf()]), quote([itemOf({ priceOctas: null, sellerOctas: null })])],
    'The price of Stone #9 is no longer known.',
  ],
  [
    'a price by one octa',
    ['buy', quote([itemOf()]), quote([itemOf(bid('100000001'))])],
    'The price of Stone #9 rose from 1 to 1.00000001 APT.',
  ],
  [
    'an item that is gone',
    ['buy', quote([itemOf(), other]), quote([itemOf(), { ...other, reason: GONE }])],
    'Stone #10: Token is already sold or delisted.',
  ],
  [
    'the best bid on an item that a later transaction sells',
    [
      'accept-bid',
      quote([itemOf(), { ...other, reason: LATER }]),
      quote([itemOf(), { ...other, ...bid('60000000'), reason: LATER }]),
    ],
    'The best bid on Stone #10 fell from 1 to 0.6 APT.',
  ],
  [
    'what is left of a bid that a later transaction accepts',
    [
      'accept-bid',
      quote([itemOf(), { ...other, reason: LATER }]),
      quote([itemOf(), { ...other, sellerOctas: '60000000', reason: LATER }]),
    ],
    'A fee or a royalty changed.',
  ],
  [
    'an item that a later transaction was to sell, and is gone',
    ['accept-bid', quote([itemOf(), { ...other, reason: LATER }]), quote([itemOf(), { ...other, reason: GONE }])],
    'Stone #10: Token is already sold or delisted.',
  ],
  [
    'nothing of an item that is sold in its turn',
    ['accept-bid', quote([itemOf(), { ...other, reason: LATER }]), quote([itemOf(), { ...other, reason: LATER }])],
    null,
  ],
  [
    'nothing of items of which none can be sold',
    ['accept-bid', quote([{ ...other, reason: LATER }]), quote([{ ...other, ...bid('60000000'), reason: LATER }])],
    null,
  ],
  [
    'an item that is back',
    ['buy', quote([itemOf({ reason: GONE })]), quote([itemOf()])],
    'Stone #9 can be traded again.',
  ],
  [
    'an item of a sweep for another',
    ['sweep', quote([itemOf(), other]), quote([other, third])],
    'Stone #9 is gone, Stone #11 was added.',
  ],
  ['an item of a sweep for none', ['sweep', quote([itemOf(), other]), quote([other])], 'Stone #9 is gone.'],
  [
    'two items for none',
    ['sweep', quote([itemOf(), other, third]), quote([third])],
    'Stone #9 and Stone #10 are gone.',
  ],
  [
    'many items that are added',
    [
      'sweep',
      quote([itemOf()]),
      quote([itemOf(), other, third, ...['a', 'b'].map((id) => itemOf({ tokenDataId: id }))]),
    ],
    'Stone #10, Stone #11 and 2 more were added.',
  ],
  [
    'an item for another, and a price',
    ['sweep', quote([itemOf(), other]), quote([third, { ...other, ...bid('120000000') }])],
    'Stone #9 is gone, Stone #11 was added. The price of Stone #10 rose from 1 to 1.2 APT.',
  ],
  ['the order of the items', ['sweep', quote([itemOf(), other]), quote([other, itemOf()])], null],
  [
    'an item without a name',
    ['sweep', quote([itemOf()]), quote([itemOf(), { ...other, name: null }])],
    'An item was added.',
  ],
  ['the fee', ['buy', quote([]), quote([], { commissionOctas: '1' })], 'A fee or a royalty changed.'],
  ['the total alone', ['buy', quote([]), quote([], { totalOctas: '200200000' })], 'What you pay rose from 1 to 2 APT.'],
  [
    'gas alone',
    ['buy', quote([]), quote([], { gasOctas: '300000', totalOctas: '100300000', balanceAfterOctas: '1' })],
    null,
  ],
  ['the limit of the price', ['buy', locked('call'), locked('none')], 'The price is no longer locked on-chain.'],
  [
    'the limit of the price, back',
    ['accept-bid', locked('none'), locked('script')],
    'The price is locked on-chain now.',
  ],
  ['a warning', ['list', quote([itemOf()]), warned('1')], 'There is a warning now.'],
  ['another warning', ['list', warned('1'), warned('2')], 'There is a warning now.'],
  ['the same warning', ['list', warned('1'), warned('1')], null],
  ['a warning that is gone', ['list', warned('1'), quote([itemOf()])], null],
  ['what locks the price', ['buy', locked('call'), locked('script')], null],
  ['the balance alone', ['buy', quote([]), quote([], { balanceOctas: '1' })], null],
])('names the change of %s', (_, change, expected) => {
  expect(quoteChange(...change, nameOf)).toBe(expected)
})

// @feature trade.checked-twice
it('names a fall of the balance just before signing, and no rise of it, which stops nothing', () => {
  const said = (balanceOctas: string) => changeBeforeSigning('buy', quote([]), quote([], { balanceOctas }), nameOf)
  expect(said('400000000')).toBe('Your balance fell from 5 to 4 APT.')
  expect(said('500000001')).toBeNull()
})
