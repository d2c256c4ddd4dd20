import type { Activity } from '@opal/contract/activities'
import type { InfiniteData } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import type { ItemsPage } from '../portfolio-query.ts'
import { applyActivity, changedIds, concerns, hasMoved, hasNewItems, replaceItems } from './patch-items.ts'

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

describe('patching items by an event', () => {
  // @feature portfolio.live-bid-filled
  it('clears the top bid when the bid is filled', () => {
    const after = applyActivity(
      list(testingItem('a', { topBid }), testingItem('b', { topBid })),
      event('accept-collection-bid'),
      ME,
    )
    expect(shown(after).map((item) => item.topBid)).toEqual([null, topBid])
  })

  // @feature portfolio.live-buy
  it('clears the price and sets the cost to the price paid when the wallet buys', () => {
    const listed = testingItem('a', { listedPrice: '1', marketplace: 'opal', ownListings: [testingListing('a')] })
    const [item] = shown(applyActivity(list(listed), event('sale', { to: ME }), ME))
    expect(item).toMatchObject({ listedPrice: null, marketplace: null, ownListings: [], costPrice: '300000000' })
  })

  // @feature portfolio.live-sale
  it('removes the token and decreases the total when the wallet sells', () => {
    const after = applyActivity(list(testingItem('a'), testingItem('b')), event('sale', { from: ME, to: OTHER }), ME)
    expect(shown(after).map((item) => item.tokenDataId)).toEqual(['b'])
    expect(after.pages[0]?.total).toBe(1)
  })

  it('changes nothing when several of the token are held: the chain knows what is left', () => {
    const many = list(testingItem('a', { held: '3' }))
    expect(applyActivity(many, event('transfer', { from: ME, to: OTHER }), ME)).toBe(many)
  })

  // @feature portfolio.live-unlist
  it('clears price and marketplace when the wallet delists, not when another does', () => {
    const listed = testingItem('a', { listedPrice: '1', marketplace: 'opal', ownListings: [testingListing('a')] })
    expect(shown(applyActivity(list(listed), event('delist', { from: ME }), ME))[0]?.ownListings).toEqual([])
    expect(shown(applyActivity(list(listed), event('delist'), ME))[0]?.ownListings).toHaveLength(1)
  })

  it('applies to the list when the wallet or a shown token is involved', () => {
    const known = new Set(['a'])
    expect(concerns(event('sale', { tokenDataId: 'x' }), ME, known)).toBe(false)
    expect(concerns(event('sale', { tokenDataId: 'x', to: ME }), ME, known)).toBe(true)
    expect(concerns(event('list'), ME, known)).toBe(true)
  })
})

describe('refetched items', () => {
  it('replace the shown ones; missing ones leave the list and its total', () => {
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

  it('may include tokens that the list does not show yet', () => {
    expect(hasNewItems(list(testingItem('a')), [testingItem('a')])).toBe(false)
    expect(hasNewItems(list(testingItem('a')), [testingItem('z')])).toBe(true)
  })

  it('names those that are new or have changed, and none that are as they were', () => {
    const priced = (estimatedPrice: string) => testingItem('a', { estimatedPrice })
    const rows = [priced('2'), testingItem('b', { topBid }), testingItem('c')]
    expect(changedIds(list(priced('1'), testingItem('b', { topBid })), rows)).toEqual(['a', 'c'])
  })

  // @feature portfolio.sort
  it.each(['listed_price', 'floor_distance', 'listed_at'] as const)(
    'may move by %s what is for sale to one buyer, whose price is not shown',
    (sort) => {
      const reserved = (change: Parameters<typeof testingListing>[1]) =>
        list(testingItem('a', { ownListings: [testingListing('a', { validity: 'reserved', ...change })] }))
      const [before, same] = [reserved({}), reserved({ terms: null })]
      const after = reserved(sort === 'listed_at' ? { placedAtMicros: '2' } : { price: '7' })
      expect([hasMoved(before, same, sort), hasMoved(before, after, sort)]).toEqual([false, true])
    },
  )
})
