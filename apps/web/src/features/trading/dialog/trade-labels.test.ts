import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TradeKind, TradeRequest } from '../../../entities/order/trade-request.ts'
import { tradeLabels } from './trade-labels.ts'

const labels = (kind: TradeKind, count: number) => tradeLabels({ kind } as TradeRequest, count)

// @feature trade.titles
it.each<[TradeKind, string, string]>([
  ['list', 'List item', 'List 3 items'],
  ['update-price', 'Edit listing', 'Edit 3 listings'],
  ['relist', 'Move listing', 'Move 3 listings'],
  ['delist', 'Delist item', 'Delist 3 items'],
  ['accept-bid', 'Accept bid', 'Accept 3 bids'],
  ['cancel-bid', 'Cancel bid', 'Cancel 3 bids'],
  ['transfer', 'Transfer item', 'Transfer 3 items'],
])('titles the dialog of %s by its number of items', (kind, one, several) => {
  expect([labels(kind, 1).title, labels(kind, 3).title]).toEqual([one, several])
})

// @feature trade.titles
it.each<[TradeKind, string]>([
  ['list', 'List'],
  ['relist', 'Move'],
  ['delist', 'Delist'],
  ['accept-bid', 'Accept bid'],
  ['cancel-bid', 'Cancel bid'],
  ['transfer', 'Transfer'],
])('names on the button of %s the same number as in the title, where it is of several', (kind, one) => {
  expect(labels(kind, 1).button).toBe(one)
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 30 }), (count) => {
      expect(labels(kind, count).button).toBe(labels(kind, count).title)
    }),
  )
})

// @feature trade.titles
it('saves the changes of any number of listings, of which the table says what changes', () => {
  expect([1, 3].map((count) => labels('update-price', count).button)).toEqual(['Save changes', 'Save changes'])
})

// @feature trade.titles
it('says in the toast of a success whether it was one item', () => {
  expect([1, 2].map((count) => labels('list', count).success)).toEqual(['Item listed', 'Items listed'])
  expect([1, 2].map((count) => labels('cancel-bid', count).success)).toEqual(['Bid canceled', 'Bids canceled'])
})

// @feature buy.dialog, trade.titles
it('keeps the title that the document fixes', () => {
  expect([1, 2].map((count) => labels('buy', count).title)).toEqual(['BUY ITEMS', 'BUY ITEMS'])
})
