import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { TradeFacts } from './load-trade.ts'
import { notOffered, REASONS, venueClosed } from './reasons.ts'
import { toListingRef } from './refs.ts'
import { BLANK_ITEM, type PlannedItem, refuseDuplicates } from './trade-plan.ts'

/** An item as a buyer asks for it. */
export interface BuyItem {
  readonly tokenDataId: Address
  readonly marketplace?: string | undefined
  readonly listingId?: string | undefined
  readonly maxPrice?: string | undefined
}

/** Chooses a listing for every item, the cheapest that can be bought, and says why where there is none. Pure. */
export function planBuy(
  wallet: Address,
  asked: readonly BuyItem[],
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = refuseDuplicates(asked)
  return asked.map((item) => {
    const planned = planOne(wallet, item, facts, marketplaces)
    return repeated.has(item) ? { ...planned, reason: REASONS.duplicate } : planned
  })
}

function planOne(
  wallet: Address,
  item: BuyItem,
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): PlannedItem {
  const token = facts.tokens.get(item.tokenDataId) ?? null
  const candidates = (facts.listings.get(item.tokenDataId) ?? [])
    .filter((listing) => item.marketplace === undefined || listing.marketplace === item.marketplace)
    .filter((listing) => item.listingId === undefined || listing.listingId === item.listingId)
    .map((listing) => {
      const deployed = marketplaces.find(({ adapter }) => adapter.id === listing.marketplace) ?? null
      return { listing, deployed, reason: refusal(wallet, listing, deployed) }
    })
  const chosen = candidates.find(({ reason }) => reason === null) ?? candidates[0]
  if (chosen === undefined) {
    const { tokenDataId } = item
    const reason = isListedElsewhere(item, facts) ? REASONS.listedElsewhere : REASONS.listingGone
    return { ...BLANK_ITEM, tokenDataId, collectionId: token?.collectionId ?? null, token, reason }
  }
  const { listing, deployed } = chosen
  const unknown = token === null || toListingRef(listing, token) === null ? REASONS.unknownToken : null
  const reason = chosen.reason ?? unknown ?? priceRefusal(item, listing)
  const { tokenDataId } = item
  const found = { tokenDataId, collectionId: token?.collectionId ?? null, token, listing, deployed }
  return { ...BLANK_ITEM, ...found, priceOctas: listing.priceOctas, reason }
}

/** Is what the item asks for listed on another marketplace than the one it names? */
function isListedElsewhere({ tokenDataId, marketplace, listingId }: BuyItem, { listings }: TradeFacts): boolean {
  if (marketplace === undefined) return false
  return (listings.get(tokenDataId) ?? []).some((one) => listingId === undefined || one.listingId === listingId)
}

function refusal(wallet: Address, listing: ListingRow, deployed: DeployedMarketplace | null): TradeReason | null {
  if (listing.seller === wallet) return REASONS.ownListing
  if (deployed === null || deployed.contracts.status !== 'active' || listing.validity === 'venue-closed') {
    return venueClosed(deployed?.adapter.displayName ?? listing.marketplace)
  }
  if (listing.validity !== 'valid') return REASONS.listingGone
  return deployed.adapter.payload.buy === undefined ? notOffered(deployed.adapter.displayName) : null
}

function priceRefusal(item: BuyItem, listing: ListingRow): TradeReason | null {
  return item.maxPrice !== undefined && listing.priceOctas > BigInt(item.maxPrice) ? REASONS.priceChanged : null
}
