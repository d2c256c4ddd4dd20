import type { TradeItem } from '@opal/contract/shapes/trade'
import { toBps } from '@opal/domain/rates'
import { type SplitPrice, splitPrice } from '@opal/domain/sale-split'
import type { RoyaltyRow } from '@opal/store/read/read-royalties'
import { toRate } from '../present/present-royalty.ts'
import { toText, toTextOrNull } from '../present/text.ts'
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
