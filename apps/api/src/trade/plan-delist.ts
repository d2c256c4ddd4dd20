import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { TradeFacts } from './load-trade.ts'
import { notOffered, REASONS, venueClosed } from './reasons.ts'
import { toListingRef } from './refs.ts'
import { BLANK_ITEM, isPossible, type PlannedItem, refuseDuplicates } from './trade-plan.ts'

/** An item as its seller asks for it back. */
export interface DelistItem {
  readonly tokenDataId: Address
  readonly marketplace?: string | undefined
  readonly listingId?: string | undefined
}

/**
 * Finds the wallet's own listing of every item; listings that no longer count can be taken back too. Pure.
 * @source docs/product/trading.md#delist-many
 */
export function planDelist(
  wallet: Address,
  asked: readonly DelistItem[],
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = refuseDuplicates(asked)
  const items = asked.map((item) => {
    const planned = findOwnListing(wallet, item, facts, marketplaces)
    return repeated.has(item) ? { ...planned, reason: REASONS.duplicate } : planned
  })
  const possible = items.filter(isPossible)
  const isAllowed = possible.length < 2 || possible.every(({ deployed }) => deployed.adapter.isNative)
  return isAllowed
    ? items
    : items.map((item) => (isPossible(item) ? { ...item, reason: REASONS.delistOneAtATime } : item))
}

/** The listing that an item names, if it is the wallet's own and can still be reached; the reason says why not. */
export function findOwnListing(
  wallet: Address,
  item: DelistItem,
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): PlannedItem {
  const token = facts.tokens.get(item.tokenDataId) ?? null
  const named = (facts.listings.get(item.tokenDataId) ?? [])
    .filter((listing) => item.marketplace === undefined || listing.marketplace === item.marketplace)
    .filter((listing) => item.listingId === undefined || listing.listingId === item.listingId)
  const listing = named.find((one) => one.seller === wallet) ?? named[0] ?? null
  const deployed = marketplaces.find(({ adapter }) => adapter.id === listing?.marketplace) ?? null
  const reason =
    refusal(wallet, listing, deployed) ??
    (token === null || (listing && toListingRef(listing, token) === null) ? REASONS.unknownToken : null)
  const { tokenDataId } = item
  const found = { tokenDataId, collectionId: token?.collectionId ?? null, token, listing, deployed }
  return { ...BLANK_ITEM, ...found, priceOctas: listing?.priceOctas ?? null, reason }
}

function refusal(
  wallet: Address,
  listing: ListingRow | null,
  deployed: DeployedMarketplace | null,
): TradeReason | null {
  if (listing === null) return REASONS.listingGone
  if (listing.seller !== wallet) return REASONS.notYourListing
  if (deployed === null || deployed.contracts.status === 'history')
    return venueClosed(deployed?.adapter.displayName ?? listing.marketplace)
  return deployed.adapter.payload.delist === undefined ? notOffered(deployed.adapter.displayName) : null
}
