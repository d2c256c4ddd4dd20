import type { TokenDetail } from '@opal/contract/tokens'
import { testingListing } from './testing-item.ts'

/** Creates the detail of a token that is listed at 1 APT without bids, for tests. Its one listing is its owner's, unless others are named. */
export function testingDetail(changes: Partial<TokenDetail> = {}): TokenDetail {
  const token = unlistedDetail(changes)
  const { tokenDataId, marketplace, listingId, listedPrice, owner } = token
  if (changes.listings !== undefined || marketplace === null || listingId === null || listedPrice === null) return token
  const seller = owner?.walletAddress ?? ''
  return { ...token, listings: [testingListing(tokenDataId, { marketplace, listingId, seller, price: listedPrice })] }
}

function unlistedDetail(changes: Partial<TokenDetail>): TokenDetail {
  return {
    tokenDataId: `0x${'1'.repeat(64)}`,
    name: 'Stone #9',
    image: null,
    imageFacts: null,
    video: null,
    tokenUri: '',
    collectionId: `0x${'2'.repeat(64)}`,
    collectionName: 'Stones',
    collectionSlug: 'stones',
    collectionImage: null,
    collectionImageFacts: null,
    creatorAddress: null,
    propertyVersion: '0',
    tokenStandard: 'v2',
    rarity: 1,
    isVerified: false,
    owner: { walletAddress: `0x${'a'.repeat(64)}`, aptosName: null, isWalletAddress: true },
    marketplace: 'own',
    listingId: 'a',
    listedPrice: '100000000',
    listedAtMicros: null,
    lastSalePrice: null,
    lastSaleAtMicros: null,
    topBid: null,
    description: '',
    attributes: [],
    listings: [],
    tokenOffers: [],
    collectionOffers: [],
    royaltyBps: 500,
    royaltyPayee: null,
    collectionFloorPrice: '100000000',
    collectionUsualFloorPrice: '100000000',
    collectionLastSalePrice: null,
    collectionSupply: 100,
    programId: `0x${'2'.repeat(64)}`,
    isBurned: false,
    category: null,
    ...changes,
  }
}
