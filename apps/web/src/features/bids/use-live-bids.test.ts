import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { expect, it } from 'vitest'
import { touchesAsks, touchesBids } from './use-live-bids.ts'

const base = { id: '1', collectionId: `0x${'a'.repeat(64)}`, version: '1', at: '1' }
const change = (kind: 'bid_change' | 'floor_change'): LiveMessage => ({ kind, ...base, new: '1', old: null })

function happened(kind: Activity['kind']): LiveMessage {
  const activity: Activity = {
    id: '1-0',
    version: '1',
    eventIndex: 0,
    kind,
    activityType: { title: '' },
    marketplace: null,
    price: null,
    amount: null,
    buyer: null,
    seller: null,
    from: null,
    to: null,
    tokenDataId: null,
    tokenName: null,
    tokenImage: null,
    collectionId: base.collectionId,
    collectionName: null,
    collectionSlug: null,
    tokenStandard: 'v2',
    offerOrListingId: null,
    atMicros: '1',
    transactionHash: null,
  }
  return { kind: 'activity', ...base, activity }
}

// @feature bids.live
it('refetches the ladder for collection offers that were placed, filled or cancelled, and for nothing else', () => {
  expect(touchesBids(change('bid_change'))).toBe(true)
  expect(touchesBids(change('floor_change'))).toBe(false)
  expect(touchesBids(happened('accept-collection-bid'))).toBe(true)
  expect(touchesBids(happened('token-bid'))).toBe(false)
  expect(touchesBids(happened('list'))).toBe(false)
})

// @feature book.live
it('refetches the listings of the book for listings that came, changed or went, and for nothing else', () => {
  for (const kind of ['list', 'reprice', 'delist', 'sale', 'transfer'] as const)
    expect(touchesAsks(happened(kind))).toBe(true)
  expect(touchesAsks(change('floor_change'))).toBe(true)
  expect(touchesAsks(happened('token-bid'))).toBe(false)
  expect(touchesAsks(change('bid_change'))).toBe(false)
})
