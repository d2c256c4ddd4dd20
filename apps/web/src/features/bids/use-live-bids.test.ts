import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import type { LiveMessage } from '@opal/contract/live'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { expect, it } from 'vitest'
import { changedParts } from './use-live-bids.ts'

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

const { listing, sales, transfer } = KINDS_OF_TYPE

// @feature bids.live
it('refetches the ladder for collection offers that were placed, filled or cancelled, the trait bids for those on sets, each for nothing else', () => {
  const kinds = ACTIVITY_KINDS.filter((kind) => changedParts(happened(kind)).includes('ladder'))
  expect(kinds).toEqual(['collection-bid', 'cancel-collection-bid', 'accept-collection-bid'])
  const ofSets = ACTIVITY_KINDS.filter((kind) => changedParts(happened(kind)).includes('sets'))
  expect(ofSets).toEqual(['set-bid', 'cancel-set-bid', 'accept-set-bid'])
  // A pool that pays less, or time, changes either.
  expect(changedParts(change('bid_change'))).toEqual(['ladder', 'own', 'sets', 'exit'])
})

// @feature book.live
it('refetches the listings of the book for all that can list, sell or move a token, and for nothing else', () => {
  const kinds = ACTIVITY_KINDS.filter((kind) => changedParts(happened(kind)).includes('asks'))
  expect(new Set(kinds)).toEqual(new Set([...listing, ...sales, ...transfer]))
  expect(changedParts(change('floor_change'))).toEqual(['asks'])
  expect(changedParts({ kind: 'listings_change', ...base })).toEqual(['asks'])
})

// @feature book.sell-many
it('refetches what the viewer could sell for bids on the collection, a set or an item, and for items that come, go or are listed', () => {
  const kinds = ACTIVITY_KINDS.filter((kind) => !changedParts(happened(kind)).includes('exit'))
  expect(kinds).toEqual([])
  expect(changedParts(happened('token-bid'))).toEqual(['exit'])
  expect(changedParts(happened('cancel-token-bid'))).toEqual(['exit'])
})
