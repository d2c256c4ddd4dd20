import type { PortfolioToken } from '@opal/contract/portfolio'
import type { ListingTerms } from '@opal/contract/shapes/orders'

/** The wallet of the portfolio in tests. */
export const ME = `0x${'a1'.repeat(32)}`

type Listing = PortfolioToken['ownListings'][number]

/** Creates an item of a portfolio, for tests. */
export function testingItem(id: string, change: Partial<PortfolioToken> = {}): PortfolioToken {
  return {
    tokenDataId: id,
    name: `Item ${id}`,
    image: null,
    imageFacts: null,
    video: null,
    tokenUri: '',
    collectionId: `0x${'c0'.repeat(32)}`,
    collectionName: 'Items',
    collectionSlug: 'items',
    collectionImage: null,
    collectionImageFacts: null,
    creatorAddress: null,
    propertyVersion: '0',
    tokenStandard: 'v2',
    rarity: null,
    isVerified: false,
    owner: { walletAddress: ME, aptosName: null, isWalletAddress: true },
    listedPrice: null,
    listedAtMicros: null,
    marketplace: null,
    listingId: null,
    lastSalePrice: null,
    lastSaleAtMicros: null,
    topBid: null,
    collectionSupply: 400,
    held: '1',
    editionsHeld: 1,
    costPrice: null,
    estimatedPrice: null,
    estimatedValue: null,
    acquiredAtMicros: null,
    ownListings: [],
    bestExit: null,
    ...change,
  }
}

/** Terms that say nothing, for tests. */
export const NO_TERMS: ListingTerms = {
  startPrice: null,
  endPrice: null,
  fallsFromSeconds: null,
  fallsUntilSeconds: null,
  nextChangeSeconds: null,
  expiresAtSeconds: null,
  reservedFor: null,
  leastProceeds: null,
}

/** Creates a listing of {@link ME}, for tests. */
export function testingListing(id: string, change: Partial<Listing> = {}): Listing {
  return {
    marketplace: 'opal',
    listingId: `listing of ${id}`,
    tokenDataId: id,
    propertyVersion: '0',
    seller: ME,
    price: '100000000',
    validity: 'valid',
    terms: null,
    placedAtMicros: '1',
    version: '1',
    ...change,
  }
}
