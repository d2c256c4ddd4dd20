import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { MarketplaceInfo } from '@opal/contract/network'
import { compareOctas } from '@opal/domain/prices/octas'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testingItem, testingListing } from '../../../testing/testing-item.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import type { OwnListing } from '../listings/listing-columns.tsx'
import { listingActions, selectionActions } from './selection-actions.ts'

const exit = {
  netOctas: '9',
  priceOctas: '10',
  commissionOctas: '1',
  royaltyOctas: '0',
  offerId: '0x1',
  marketplace: 'opal',
  tokenBid: false,
  setRoot: null,
  fillable: '1',
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
  const described = actions.map(({ id, count, request }) => [
    id,
    count,
    'tokens' in request ? request.tokens.map(({ tokenDataId }) => tokenDataId) : [],
  ])
  expect(described).toEqual([
    ['list', 2, ['a', 'c']],
    ['reprice', 1, ['b']],
    ['delist', 1, ['b']],
    ['accept', 2, ['a', 'b']],
    ['transfer', 2, ['a', 'c']],
  ])
})

// @feature portfolio.actions
it.each([
  [1, 'Accept best bid'],
  [3, 'Accept 3 best bids'],
])('names the sale of %i into bids as people say it', (count, label) => {
  const items = Array.from({ length: count }, (_, at) => testingItem(String(at), { bestExit: exit }))
  const accept = selectionActions(items, MARKETPLACES).find(({ id }) => id === 'accept')
  expect(accept?.label).toBe(label)
  expect(accept?.request).toMatchObject({
    kind: 'accept-bid',
    tokens: items.map(({ tokenDataId }) => ({ tokenDataId })),
  })
})

// @feature trade.live-quote
it('says what the best bids bring at least, each as often as it can be filled: one may be the best for more items', () => {
  const bids = fc.record({ bid: fc.nat(3), isTokenBid: fc.boolean(), octas: fc.bigInt(1n, 1_000n) })
  const counts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(bids, { minLength: 1, maxLength: MAX_TRADE_ITEMS + 5 }), counts, (some, fillable) => {
      const items = some.map(({ bid, isTokenBid, octas }, at) => {
        const named = { offerId: `0x${bid}`, tokenBid: isTokenBid, fillable: String(fillable[bid]) }
        return testingItem(String(at), { bestExit: { ...exit, ...named, netOctas: String(octas) } })
      })
      const taken = some.slice(0, MAX_TRADE_ITEMS)
      const ofEach = Map.groupBy(taken, ({ bid, isTokenBid }) => `${bid} ${isTokenBid}`)
      const least = [...ofEach.values()].flatMap((all) => {
        const octas = all.map((one) => one.octas).toSorted(compareOctas)
        return octas.slice(0, fillable[all[0]?.bid ?? 0])
      })
      const accept = selectionActions(items, MARKETPLACES).find(({ id }) => id === 'accept')
      expect(accept?.request).toMatchObject({ shownOctas: String(least.reduce((sum, octas) => sum + octas, 0n)) })
    }),
  )
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
  expect(move).toMatchObject({ label: 'Move to Own Market 1', count: 1, request: { kind: 'relist' } })
  expect(move?.request).toMatchObject({ tokens: [{ tokenDataId: 'free', marketplace: 'free' }] })
})

// @feature portfolio.actions
it('offers an action only where a marketplace takes it', () => {
  const [own] = MARKETPLACES
  const marketplace = (id: string, status: MarketplaceInfo['status'], abilities: string[]) =>
    ({ ...own, id, isNative: false, status, abilities }) as MarketplaceInfo
  const marketplaces = [
    marketplace('leaving', 'cancel-only', ['delist', 'update-price', 'list']),
    marketplace('fixed', 'active', ['delist']),
    marketplace('mute', 'active', []),
    marketplace('gone', 'absent', ['delist', 'update-price']),
  ]
  const idsOf = (id: string, validity: OwnListing['listing']['validity'] = 'valid') => {
    const listing = testingListing(id, { marketplace: id, validity })
    const token = testingItem(id, { ownListings: [listing] })
    const actions = [selectionActions([token], marketplaces), listingActions([{ token, listing }], marketplaces)]
    return actions.map((offered) => offered.map(({ id }) => id))
  }
  expect(idsOf('leaving', 'marketplace-closed')).toEqual([['delist'], ['delist']])
  expect(idsOf('fixed')).toEqual([['delist'], ['delist']])
  for (const id of ['mute', 'gone', 'unknown']) expect(idsOf(id)).toEqual([[], []])
  const unlisted = testingItem('unlisted')
  expect(selectionActions([unlisted], marketplaces).map(({ id }) => id)).toEqual(['transfer'])
  expect(selectionActions([unlisted], MARKETPLACES).map(({ id }) => id)).toEqual(['list', 'transfer'])
})
