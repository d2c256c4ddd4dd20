import type { Listing } from '@opal/contract/shapes/orders'
import type { Token, TopBid } from '@opal/contract/tokens'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import { readTokenTraits, type TokenTrait } from '@opal/domain/tokens/token-traits'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { presentWalletOrNull, type WalletNames } from '../names/wallet-names.ts'

/** Returns a token as lists show it. */
export function presentToken(row: TokenRow, walletNames: WalletNames): Token {
  return {
    tokenDataId: row.tokenDataId,
    name: row.name,
    image: row.image,
    imageFacts: row.imageFacts,
    video: row.animationUrl,
    tokenUri: row.tokenUri,
    collectionId: row.collectionId,
    // A collection that is not indexed yet is named by its id.
    collectionName: row.collectionName ?? row.collectionId,
    collectionSlug:
      row.collectionName === null ? row.collectionId : toCollectionSlug(row.collectionName, row.collectionId),
    collectionImage: row.collectionImage,
    collectionImageFacts: row.collectionImageFacts,
    creatorAddress: row.creatorAddress,
    propertyVersion: toText(row.propertyVersion),
    tokenStandard: row.tokenStandard,
    rarity: row.rarityRank,
    isVerified: row.isVerified,
    owner: row.isDeleted ? null : presentWalletOrNull(row.holder, walletNames),
    listedPrice: toTextOrNull(row.listedOctas),
    listedAtMicros: toTextOrNull(row.listedAtMicros),
    marketplace: row.listingMarketplace,
    listingId: row.listingId,
    lastSalePrice: toTextOrNull(row.lastSaleOctas),
    lastSaleAtMicros: toTextOrNull(row.lastSaleAtMicros),
    topBid: presentTopBid(row),
  }
}

/** Returns the better of a token's own bid and its collection's; the collection's where they are equal. @source docs/product/bids.md#best-bid */
export function presentTopBid(row: Pick<TokenRow, 'topTokenBid' | 'topCollectionBid'>): TopBid | null {
  const { topTokenBid: token, topCollectionBid: collection } = row
  const tokenWins = token !== null && (collection === null || BigInt(token.price) > BigInt(collection.price))
  const best = tokenWins ? token : collection
  if (best === null) return null
  const { price, offerId, marketplace, remaining } = best
  return { price, offerId, marketplace, remainingTokenAmount: remaining, topTokenBid: tokenWins }
}

/** One trait before it is counted. */
export type PlainAttribute = TokenTrait

/** Returns a token's traits, from its metadata, else from its property map on chain: the same that its rarity is made of. */
export function presentAttributes(attributes: unknown, properties: unknown): readonly PlainAttribute[] {
  return readTokenTraits(attributes, properties)
}

/** Returns an open listing as the contract shows it. */
export function presentListing(row: ListingRow): Listing {
  return {
    marketplace: row.marketplace,
    listingId: row.listingId,
    tokenDataId: row.tokenDataId,
    propertyVersion: toText(row.propertyVersion),
    seller: row.seller,
    price: toText(row.priceOctas),
    validity: row.validity,
    terms: row.terms,
    placedAtMicros: toText(row.placedAtMicros),
    version: toText(row.lastVersion),
  }
}
