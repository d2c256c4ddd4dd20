import type { Activity } from '@opal/contract/activities'
import type { InfiniteData } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import type { ItemsPage } from '../portfolio-query.ts'
import { applyActivity, concerns, hasNewItems, replaceItems } from './patch-items.ts'

const OTHER = `0x${'b0'.repeat(32)}`
const topBid = { price: '5', offerId: '0x1', marketplace: 'opal', remainingTokenAmount: '1', topTokenBid: false }

function list(...items: ItemsPage['data'][number][]): InfiniteData<ItemsPage> {
  return { pages: [{ data: items, nextCursor: null, total: items.length }], pageParams: [null] }
}

function event(kind: Activity['kind'], change: Partial<Activity> = {}): Activity {
  return {
    id: '1-1',
    version: '1',
    eventIndex: 1,
    kind,
    activityType: { title: kind },
    marketplace: 'opal',
    price: '300000000',
    amount: '1',
    buyer: null,
    seller: null,
    from: OTHER,
    to: null,
    tokenDataId: 'a',
    tokenName: null,
    tokenImage: null,
    collectionId: null,
    collectionName: null,
    collectionSlug: null,
    tokenStandard: 'v2',
    offerOrListingId: null,
    atMicros: '1',
    transactionHash: null,
    ...change,
  }
}

const shown = (data: InfiniteData<ItemsPage>) => data.pages.flatMap((page) => page.data)

describe('what an event says is shown at once', () => {
  // @feature portfolio.live-bid-filled
  it('a filled bid empties the top bid', () => {
    const after = applyActivity(
      list(testingItem('a', { topBid }), testingItem('b', { topBid })),
      event('accept-collection-bid'),
      ME,
    )
    expect(shown(after).map((item) => item.topBid)).toEqual([null, topBid])
  })

  // @feature portfolio.live-buy
  it('a buy by the wallet clears the price, and the cost is what was paid', () => {
    const listed = testingItem('a', { listedPrice: '1', marketplace: 'opal', ownListings: [testingListing('a')] })
    const [item] = shown(applyActivity(list(listed), event('sale', { to: ME }), ME))
    expect(item).toMatchObject({ listedPrice: null, marketplace: null, ownListings: [], costPrice: '300000000' })
  })

  // @feature portfolio.live-sale
  it('a sale by the wallet takes the token out and lessens the total', () => {
    const after = applyActivity(list(testingItem('a'), testingItem('b')), event('sale', { from: ME, to: OTHER }), ME)
    expect(shown(after).map((item) => item.tokenDataId)).toEqual(['b'])
    expect(after.pages[0]?.total).toBe(1)
  })

  it('of several held, the chain alone says what is left', () => {
    const many = list(testingItem('a', { held: '3' }))
    expect(applyActivity(many, event('transfer', { from: ME, to: OTHER }), ME)).toBe(many)
  })

  // @feature portfolio.live-unlist
  it('an unlist by the wallet clears price and marketplace; one by somebody else does not', () => {
    const listed = testingItem('a', { listedPrice: '1', marketplace: 'opal', ownListings: [testingListing('a')] })
    expect(shown(applyActivity(list(listed), event('delist', { from: ME }), ME))[0]?.ownListings).toEqual([])
    expect(shown(applyActivity(list(listed), event('delist'), ME))[0]?.ownListings).toHaveLength(1)
  })

  it('concerns the list when the wallet or a shown token takes part', () => {
    const known = new Set(['a'])
    expect(concerns(event('sale', { tokenDataId: 'x' }), ME, known)).toBe(false)
    expect(concerns(event('sale', { tokenDataId: 'x', to: ME }), ME, known)).toBe(true)
    expect(concerns(event('list'), ME, known)).toBe(true)
  })
})

describe('what was read again', () => {
  it('takes the place of what was shown; what is gone leaves the list and its total', () => {
    const after = replaceItems(
      list(testingItem('a'), testingItem('b'), testingItem('c')),
      ['a', 'b'],
      [testingItem('a', { listedPrice: '7' })],
    )
    expect(shown(after).map(({ tokenDataId, listedPrice }) => [tokenDataId, listedPrice])).toEqual([
      ['a', '7'],
      ['c', null],
    ])
    expect(after.pages[0]?.total).toBe(2)
  })

  it('may hold tokens that the list does not show yet', () => {
    expect(hasNewItems(list(testingItem('a')), [testingItem('a')])).toBe(false)
    expect(hasNewItems(list(testingItem('a')), [testingItem('z')])).toBe(true)
  })
})
