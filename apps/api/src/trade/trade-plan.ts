import type { TokenNames, TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'

/** One asked item after the rules: what it would trade, or why it cannot. */
export interface PlannedItem {
  /** Null for a bid on any token of a collection. */
  readonly tokenDataId: Address | null
  readonly collectionId: string | null
  readonly token: TokenRow | null
  readonly listing: ListingRow | null
  readonly offer: AnyOfferRow | null
  readonly deployed: DeployedMarketplace | null
  /** Per token: the price of the listing or the offer, or the one to list or bid at. Null where nothing is paid. */
  readonly priceOctas: bigint | null
  readonly quantity: bigint
  /** What calls name, where the token does not say: a collection, or a token that is claimed. */
  readonly names?: TokenNames | null
  readonly reason: TradeReason | null
}

/** An asked item about which nothing has been found out yet. */
export const BLANK_ITEM: PlannedItem = {
  tokenDataId: null,
  collectionId: null,
  token: null,
  listing: null,
  offer: null,
  deployed: null,
  priceOctas: null,
  quantity: 1n,
  reason: null,
}

/** An item of a venue that can be traded. */
export interface PossibleItem extends PlannedItem {
  readonly deployed: DeployedMarketplace
  readonly priceOctas: bigint
  readonly reason: null
}

/** Can this item go into a payload? */
export function isPossible(item: PlannedItem): item is PossibleItem {
  return item.reason === null && item.deployed !== null && item.priceOctas !== null
}

/** Marks every item after the first with the same token. */
export function refuseDuplicates<Item extends { readonly tokenDataId: string }>(
  items: readonly Item[],
): ReadonlySet<Item> {
  const seen = new Set<string>()
  const repeated = new Set<Item>()
  for (const item of items) {
    if (seen.has(item.tokenDataId)) repeated.add(item)
    seen.add(item.tokenDataId)
  }
  return repeated
}
