import type { Activity } from '@opal/contract/shapes/activity'
import { describe, expect, it } from 'vitest'
import {
  activityTitle,
  applyActivityView,
  belongsToList,
  DEFAULT_ACTIVITY_VIEW,
  parseActivityView,
} from './activity-view.ts'

const buyer = `0x${'b'.repeat(64)}`
const seller = `0x${'5'.repeat(64)}`
const collectionId = `0x${'c'.repeat(64)}`

const sale: Activity = {
  id: '7-1',
  version: '7',
  eventIndex: 1,
  kind: 'sale',
  activityType: { title: 'Sold' },
  marketplace: 'opal',
  price: '100',
  amount: '1',
  buyer: { walletAddress: buyer, aptosName: null, isWalletAddress: true },
  seller: { walletAddress: seller, aptosName: null, isWalletAddress: true },
  from: seller,
  to: buyer,
  tokenDataId: `0x${'7'.repeat(64)}`,
  tokenName: 'Stone #7',
  tokenImage: null,
  collectionId,
  collectionName: 'Stones',
  collectionSlug: 'stones',
  tokenStandard: 'v2',
  offerOrListingId: null,
  atMicros: '1',
  transactionHash: null,
}

describe('activity lists', () => {
  // @feature activity.filters, route.state
  it('keep their filters in the address', () => {
    const search = applyActivityView(new URLSearchParams('tab=activity'), { type: 'sales', marketplace: 'opal' })
    expect(search.toString()).toBe('tab=activity&type=sales&venue=opal')
    expect(parseActivityView(search)).toEqual({ type: 'sales', marketplace: 'opal' })
    expect(parseActivityView(new URLSearchParams('type=x&venue=%2F'))).toEqual(DEFAULT_ACTIVITY_VIEW)
  })

  // @feature activity.live
  it('take a live row only where the server would show it', () => {
    expect(belongsToList(sale, {}, DEFAULT_ACTIVITY_VIEW)).toBe(true)
    expect(belongsToList(sale, { walletAddress: buyer }, { type: 'sales', marketplace: 'all' })).toBe(true)
    expect(belongsToList(sale, { walletAddress: collectionId }, DEFAULT_ACTIVITY_VIEW)).toBe(false)
    expect(belongsToList(sale, { collectionId }, { type: 'listing', marketplace: 'all' })).toBe(false)
    expect(belongsToList(sale, {}, { type: 'all', marketplace: 'elsewhere' })).toBe(false)
  })

  it("leave mints out of the market-wide list, not out of a collection's", () => {
    const mint: Activity = { ...sale, kind: 'mint' }
    expect(belongsToList(mint, {}, DEFAULT_ACTIVITY_VIEW)).toBe(false)
    expect(belongsToList(mint, { collectionId }, DEFAULT_ACTIVITY_VIEW)).toBe(true)
  })

  // @feature activity.kinds
  it('call a sale Bought for its buyer only', () => {
    expect(activityTitle(sale, buyer)).toBe('Bought')
    expect(activityTitle(sale, seller)).toBe('Sold')
    expect(activityTitle(sale, null)).toBe('Sold')
  })
})
