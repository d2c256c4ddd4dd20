import type { TradeReason } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { ListingRow } from '@opal/store/read/read-token-orders'
import type { TokenRow } from '@opal/store/read/read-tokens'

/** One asked item after the rules: what it would trade, or why it cannot. */
export interface PlannedItem {
  readonly tokenDataId: Address
  readonly token: TokenRow | null
  readonly listing: ListingRow | null
  readonly deployed: DeployedMarketplace | null
  /** The listing's price, or the price to list at. */
  readonly priceOctas: bigint | null
  readonly reason: TradeReason | null
}

/** An item that can be traded. */
export interface PossibleItem extends PlannedItem {
  readonly token: TokenRow
  readonly deployed: DeployedMarketplace
  readonly priceOctas: bigint
  readonly reason: null
}

/** Can this item go into a payload? */
export function isPossible(item: PlannedItem): item is PossibleItem {
  return item.reason === null && item.token !== null && item.deployed !== null && item.priceOctas !== null
}

/**
 * Keeps what fits into one transaction: all items when they are on one marketplace that takes many at once, else the
 * first; the others get the reason.
 */
export function fitOneTransaction(
  items: readonly PlannedItem[],
  takesMany: (deployed: DeployedMarketplace) => boolean,
  reason: TradeReason,
): readonly PlannedItem[] {
  const possible = items.filter(isPossible)
  const first = possible[0]
  if (first === undefined || possible.length === 1) return items
  const together = takesMany(first.deployed)
  return items.map((item) => {
    if (!isPossible(item) || item === first) return item
    return together && item.deployed === first.deployed ? item : { ...item, reason }
  })
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
