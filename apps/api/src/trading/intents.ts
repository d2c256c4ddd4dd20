import type { TokenNames, TradeReason } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import type {
  BatchIntent,
  ListingRef,
  MarketplaceListing,
  MarketplaceOffer,
  NewListing,
  PriceChange,
  Withdrawal,
} from '@opal/domain/intent'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import { sumOctas } from '@opal/domain/prices/octas'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { CollectionRef, TokenRef } from '@opal/domain/tokens/token-id'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { CollectionRow } from '@opal/store/queries/collections/read-collections'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import { commissionedOrder, type PossibleItem, REASONS } from './plan/trade-plan.ts'
import type { SetProofs } from './set-proofs.ts'

/**
 * Returns the batch intent of some items.
 * @param limitOctas most that a purchase may cost, or least that a sale has to yield; by default the sum of the items.
 */
export type IntentOf = (items: readonly PossibleItem[], limitOctas?: bigint) => BatchIntent

/** Buys the items' listings, for what they cost or less: all of them or none, or with best effort what is still there. */
export function buyingIntent(isBestEffort: boolean): IntentOf {
  return (items, limitOctas = sumOctas(items.map(({ priceOctas }) => priceOctas))) => ({
    kind: 'purchase-many',
    listings: items.map(listingOf),
    isBestEffort,
    maxOctas: limitOctas,
  })
}

/**
 * Puts the items up for sale at their prices, if sales bring what commission and royalty leave of these now, or more.
 * @param terms of all of them; none for undefined.
 */
export function listingIntent(terms: ListingTerms | undefined, royaltyOf: RoyaltyOf): IntentOf {
  return (items) => ({
    kind: 'list-many',
    items: items.map((item) => newListingOf(item, royaltyOf)),
    ...(terms !== undefined && { terms }),
  })
}

/** Returns the royalty of a token's sales. */
type RoyaltyOf = (token: TokenHead) => Rate

/** Returns what a sale of an item at its price brings the seller. */
function proceedsOf(item: PossibleItem, royaltyOf: RoyaltyOf): bigint {
  const { token, priceOctas, deployed } = item
  const royalty = token === null ? NO_ROYALTY : royaltyOf(token)
  const commission = commissionOf(deployed.contracts, commissionedOrder(item, priceOctas))
  return splitPrice(priceOctas, commission, royalty).sellerOctas
}

/** Takes the items' listings back. */
export function delistingIntent(items: readonly PossibleItem[]): BatchIntent {
  return { kind: 'delist-many', listings: items.map(listingOf) }
}

/** Moves the items' listings to the native marketplace at the items' prices, if sales bring there what {@link listingIntent} says. */
export function relistingIntent(royaltyOf: RoyaltyOf): IntentOf {
  return (items) => ({
    kind: 'delist-and-list-many',
    items: items.map((item) => ({ ...priceChangeOf(item), proceedsOctas: proceedsOf(item, royaltyOf) })),
  })
}

/**
 * Sells the items' tokens into their offers, for what is left after commission and royalty or more; what is listed is taken
 * back first.
 */
export function sellingIntent(seller: Address, royaltyOf: RoyaltyOf, proofs: Pick<SetProofs, 'of'>): IntentOf {
  return (items, limitOctas) => {
    const sales = items.map((item) => {
      const sale = {
        offer: offerOf(item),
        token: tokenOf(item),
        isTokenOffer: item.offer?.tokenDataId != null,
        ...(item.offer?.isPooled && { poolProof: proofs.of(item) }),
      }
      return item.listing === null ? sale : { ...sale, listing: listingOf(item) }
    })
    const each = items.map((item) => proceedsOf(item, royaltyOf))
    const total = limitOctas ?? sumOctas(each)
    return { kind: 'instant-sell', seller, sales, leastOctas: { each, total } }
  }
}

const NO_ROYALTY: Rate = { numerator: 0n, denominator: 0n }

/** Gives the items' listings the items' prices. @param terms that replace those of all of them; undefined to leave them. */
export function repricingIntent(terms: ListingTerms | undefined): IntentOf {
  return (items) => ({
    kind: 'update-price-many',
    items: items.map(priceChangeOf),
    ...(terms !== undefined && { terms }),
  })
}

/** Gives the items that are listed their new prices, and lists the others as {@link listingIntent}. */
export function listingOrRepricingIntent(royaltyOf: RoyaltyOf): IntentOf {
  return (items) => ({
    kind: 'list-and-update-many',
    items: items.map((item) => (item.listing === null ? newListingOf(item, royaltyOf) : priceChangeOf(item))),
  })
}

/** Takes the items' orders back: the listing where there is one, else the bid. */
export function withdrawingIntent(items: readonly PossibleItem[]): BatchIntent {
  const orders = items.map((item): Withdrawal => {
    if (item.listing !== null) return { listing: listingOf(item) }
    const token = item.offer?.tokenDataId == null ? null : tokenOf(item)
    return { offer: offerOf(item), token, ...(item.offer?.isPooled && { isPooled: true }) }
  })
  return { kind: 'withdraw-many', orders }
}

function newListingOf(item: PossibleItem, royaltyOf: RoyaltyOf): NewListing {
  const { deployed, priceOctas } = item
  const proceedsOctas = proceedsOf(item, royaltyOf)
  return { marketplace: deployed.adapter.id, token: tokenOf(item), priceOctas, proceedsOctas }
}

function priceChangeOf(item: PossibleItem): PriceChange {
  return { listing: listingOf(item), priceOctas: item.priceOctas }
}

/** Returns the listing of an item that was planned to have one. */
export function listingOf({ listing, token }: PossibleItem): MarketplaceListing {
  const ref = listing === null || token === null ? null : toListingRef(listing, token)
  if (ref === null || listing === null) throw new TypeError('A planned item has no listing to name.')
  return { ...ref, marketplace: listing.marketplace }
}

/** Returns the token of an item that was planned to have one. */
export function tokenOf({ token }: PossibleItem): TokenRef {
  const ref = token === null ? null : toTokenRef(token)
  if (ref === null) throw new TypeError('A planned item has no token to name.')
  return ref
}

/** Returns the offer of an item that was planned to have one. */
export function offerOf({ offer }: PossibleItem): MarketplaceOffer {
  if (offer === null) throw new TypeError('A planned item has no offer to name.')
  const { offerId, buyer, priceOctas, marketplace } = offer
  return { offerId, buyer: parseAddress(buyer), priceOctas, marketplace }
}

/** Returns how a payload names a token; null for a token of the older standard whose collection is not known yet. */
export function toTokenRef(row: TokenHead, propertyVersion = row.propertyVersion): TokenRef | null {
  const tokenDataId = parseAddress(row.tokenDataId)
  if (row.tokenStandard === 'v2') return { standard: 'v2', tokenDataId }
  if (row.creatorAddress === null || row.collectionName === null) return null
  return {
    standard: 'v1',
    tokenDataId,
    creatorAddress: parseAddress(row.creatorAddress),
    collectionName: row.collectionName,
    tokenName: row.name,
    propertyVersion,
  }
}

/** Returns why an order on one token cannot be taken back, which is done by the call for the token's standard; null where it can. */
export function unknownTokenReason(
  { tokenDataId }: { readonly tokenDataId: string | null },
  token: TokenHead | null,
): TradeReason | null {
  const isUnknown = tokenDataId !== null && (token === null || toTokenRef(token) === null)
  return isUnknown ? REASONS.unknownToken : null
}

/** Returns how a payload names a listing. */
export function toListingRef(listing: ListingRow, token: TokenHead): ListingRef | null {
  const ref = toTokenRef(token, listing.propertyVersion)
  if (ref === null) return null
  const seller: Address = parseAddress(listing.seller)
  return { listingId: listing.listingId, token: ref, seller, priceOctas: listing.priceOctas }
}

/** Returns the names by which calls identify a collection of the older standard; null for others. */
export function collectionNamesOf(row: CollectionRow): TokenNames | null {
  const ref = toCollectionRef(row)
  if (ref.standard === 'v2') return null
  const { creatorAddress, collectionName } = ref
  return { creatorAddress, collection: collectionName, token: '', propertyVersion: '0' }
}

/** Returns how a payload names a collection. */
export function toCollectionRef(row: CollectionRow): CollectionRef {
  const collectionId = parseAddress(row.collectionId)
  if (row.tokenStandard === 'v2') return { standard: 'v2', collectionId }
  return {
    standard: 'v1',
    collectionId,
    creatorAddress: parseAddress(row.creatorAddress),
    collectionName: row.name,
  }
}
