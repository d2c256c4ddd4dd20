import type { TokenNames, TradeItem } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import { toBps } from '@opal/domain/prices/rates'
import { type SplitPrice, splitPrice } from '@opal/domain/prices/sale-split'
import type { RoyaltyRow } from '@opal/store/queries/collections/read-collections'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import { toRate } from '../present/present-royalty.ts'
import { toText, toTextOrNull } from '../present/text.ts'
import { toTokenRef } from './refs.ts'
import type { PlannedItem } from './trade-plan.ts'

/** An item with where its price goes; no split where there is no price or no venue. */
export interface SplitItem {
  readonly item: PlannedItem
  readonly split: SplitPrice | null
  readonly presented: TradeItem
}

/** Splits each item's price by its venue's rate on chain and the token's royalty (else its collection's). */
export function splitItems(
  items: readonly PlannedItem[],
  royalties: ReadonlyMap<string, RoyaltyRow>,
): readonly SplitItem[] {
  return items.map((item) => {
    const royalty = toRate(royalties.get(item.tokenDataId ?? '') ?? royalties.get(item.collectionId ?? ''))
    const commission = item.deployed?.contracts.commission ?? null
    const split =
      item.priceOctas === null || commission === null ? null : splitPrice(item.priceOctas, commission, royalty)
    return {
      item,
      split,
      presented: {
        tokenDataId: item.tokenDataId,
        collectionId: item.collectionId,
        name: item.token?.name ?? null,
        image: item.token?.image ?? null,
        marketplace: item.deployed?.adapter.id ?? null,
        listingId: item.listing?.listingId ?? null,
        offerId: item.offer?.offerId ?? null,
        names: item.names ?? namesOf(item.token),
        listing: item.listing === null ? null : presentListing(item.listing),
        offer: item.offer === null ? null : presentOffer(item.offer),
        quantity: toText(item.quantity),
        priceOctas: toTextOrNull(item.priceOctas),
        sellerOctas: toTextOrNull(split?.sellerOctas ?? null),
        commissionOctas: toTextOrNull(split?.commissionOctas ?? null),
        commissionBps: commission === null ? null : toBps(commission),
        royaltyOctas: toTextOrNull(split?.royaltyOctas ?? null),
        royaltyBps: split === null ? null : toBps(royalty),
        reason: item.reason,
      },
    }
  })
}

function namesOf(token: TokenRow | null): TokenNames | null {
  const ref = token === null ? null : toTokenRef(token)
  if (ref?.standard !== 'v1') return null
  const { creatorAddress, collectionName, tokenName, propertyVersion } = ref
  return { creatorAddress, collectionName, tokenName, propertyVersion: toText(propertyVersion) }
}

function presentListing(listing: ListingRow): TradeItem['listing'] {
  const { marketplace, listingId, seller, priceOctas, propertyVersion } = listing
  return {
    marketplace,
    listingId,
    seller: parseAddress(seller),
    priceOctas: toText(priceOctas),
    propertyVersion: toText(propertyVersion),
  }
}

function presentOffer({ marketplace, offerId, buyer, priceOctas, tokenDataId }: AnyOfferRow): TradeItem['offer'] {
  const isOnToken = tokenDataId !== null
  return { marketplace, offerId, buyer: parseAddress(buyer), priceOctas: toText(priceOctas), isOnToken }
}
