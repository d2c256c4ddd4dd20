import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { MarketplaceInfo } from '@opal/contract/network'
import { expect, it } from 'vitest'
import { testingItem, testingListing } from '../../../testing/testing-item.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { ownListingOf } from '../rows/to-trade-token.ts'
import { span } from '../rows/use-selection.ts'
import { selectionActions } from './selection-bar.tsx'

const exit = {
  netOctas: '9',
  priceOctas: '10',
  commissionOctas: '1',
  royaltyOctas: '0',
  offerId: '0x1',
  marketplace: 'opal',
  tokenBid: false,
}

// @feature portfolio.actions
it('applies each action to the selected items that allow it', () => {
  const actions = selectionActions(
    [
      testingItem('a', { bestExit: exit }),
      testingItem('b', { ownListings: [testingListing('b', { marketplace: 'own' })], bestExit: exit }),
      testingItem('c', { ownListings: [testingListing('c', { validity: 'seller-lost-token' })] }),
    ],
    MARKETPLACES,
  )
  const told = actions.map(({ id, count, request }) => [
    id,
    count,
    'tokens' in request ? request.tokens.map(({ tokenDataId }) => tokenDataId) : [],
  ])
  expect(told).toEqual([
    ['list', 2, ['a', 'c']],
    ['reprice', 1, ['b']],
    ['delist', 1, ['b']],
    ['accept', 2, ['a', 'b']],
    ['transfer', 2, ['a', 'c']],
  ])
})

// @feature portfolio.actions
it('hides actions that fit no item, and limits each transaction to its maximum', () => {
  expect(selectionActions([], MARKETPLACES)).toEqual([])
  const listed = testingItem('a', { ownListings: [testingListing('a', { marketplace: 'own' })] })
  expect(selectionActions([listed], MARKETPLACES).map(({ id }) => id)).toEqual(['reprice', 'delist'])
  const many = Array.from({ length: MAX_TRADE_ITEMS + 5 }, (_, index) => testingItem(String(index)))
  expect(selectionActions(many, MARKETPLACES)[0]?.count).toBe(MAX_TRADE_ITEMS)
})

// @feature list.move
it('moves listings of other marketplaces to Opal where they can be cancelled', () => {
  const [own] = MARKETPLACES
  const elsewhere = (id: string, abilities: string[]) =>
    ({ ...own, id, isNative: false, status: 'cancel-only', abilities }) as MarketplaceInfo
  const marketplaces = [...MARKETPLACES, elsewhere('free', ['delist']), elsewhere('held', [])]
  const items = ['own', 'free', 'held'].map((marketplace) =>
    testingItem(marketplace, { ownListings: [testingListing(marketplace, { marketplace })] }),
  )
  const move = selectionActions(items, marketplaces).find(({ id }) => id === 'move')
  expect(move).toMatchObject({ label: 'Move to Own Market', count: 1, request: { kind: 'relist' } })
  expect(move?.request).toMatchObject({ tokens: [{ tokenDataId: 'free', marketplace: 'free' }] })
})

it('uses the cheapest valid listing of an item, and one on a closed marketplace only when it is the only one', () => {
  const closed = testingListing('a', { marketplace: 'shut', price: '1', validity: 'venue-closed' })
  const dear = testingListing('a', { price: '900', marketplace: 'x' })
  const cheap = testingListing('a', { price: '800', marketplace: 'y' })
  expect(ownListingOf(testingItem('a', { ownListings: [closed, dear, cheap] }))).toBe(cheap)
  expect(ownListingOf(testingItem('a', { ownListings: [closed] }))).toBe(closed)
})

// @feature portfolio.select-all
it('selects the range from the last toggled row with Shift, in both directions', () => {
  const rows = ['a', 'b', 'c', 'd']
  const self = (row: string) => row
  expect(span(rows, self, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(span(rows, self, 'a', 'c')).toEqual(['a', 'b', 'c'])
  expect(span(rows, self, null, 'c')).toEqual(['c'])
  expect(span(rows, self, 'a', 'gone')).toEqual([])
})
