import type { Token } from '@opal/contract/tokens'

/** Creates a token for tests. @param id number of its id and name. @param listedPrice octas; null when it is not listed. */
export function testingToken(id: number, listedPrice: number | null): Token {
  const hex = `0x${id.toString(16).padStart(64, '0')}`
  return {
    tokenDataId: hex,
    name: `Stone #${id}`,
    image: null,
    imageFacts: null,
    video: null,
    tokenUri: '',
    collectionId: hex,
    collectionName: 'Stones',
    collectionSlug: 'stones',
    collectionImage: null,
    collectionImageFacts: null,
    creatorAddress: hex,
    propertyVersion: '0',
    tokenStandard: 'v2',
    rarity: null,
    isVerified: false,
    owner: null,
    listedPrice: listedPrice === null ? null : String(listedPrice),
    listedAtMicros: null,
    marketplace: listedPrice === null ? null : 'opal',
    listingId: null,
    lastSalePrice: null,
    lastSaleAtMicros: null,
    topBid: null,
  }
}
