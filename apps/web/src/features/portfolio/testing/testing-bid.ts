import type { BidItem } from '@opal/contract/bids'
import { testingItem } from '../../../testing/testing-item.ts'

export const BIDDER = `0x${'b1'.repeat(32)}`
const { collectionId } = testingItem(`0x${'1'.repeat(64)}`)

/** A bid of 1.67 APT on any of the collection. */
export function bidOf(change: Partial<BidItem> = {}): BidItem {
  return {
    name: 'Stones',
    image: null,
    collectionId,
    collectionName: 'Stones',
    collectionImage: null,
    tokenDataId: null,
    propertyVersion: null,
    tokenStandard: 'v2',
    bidPrice: '167000000',
    floorPrice: null,
    total: '1',
    fillable: change.total ?? '1',
    isPooled: false,
    setRoot: null,
    setSize: null,
    setCondition: null,
    date: '1',
    programId: BIDDER,
    marketplace: 'own',
    offerId: '0xb',
    buyer: BIDDER,
    buyerName: null,
    tokenBid: false,
    expirationTime: null,
    expired: false,
    executable: 'True',
    netOctas: '160000000',
    ...change,
  }
}
