import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { mayBeSameListing, repeatedItems } from '@opal/domain/tokens/named-item'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import { toListingRef } from '../intents.ts'
import type { TradeFacts } from '../load-trade.ts'
import { inEdition } from './editions.ts'
import { BLANK_ITEM, marketplaceClosed, notOffered, type PlannedItem, REASONS } from './trade-plan.ts'

/** An item as a buyer asks for it. */
export interface BuyItem {
  readonly tokenDataId: Address
  readonly marketplace?: string | undefined
  readonly listingId?: string | undefined
  /** Edition of a v1 token. */
  readonly propertyVersion?: string | undefined
  readonly maxPrice?: string | undefined
}

/**
 * Chooses a listing for every item, the cheapest that can be bought, and says why where there is none. Of a token that exists once only
 * one listing can be bought, of a v1 token each. Pure.
 */
export function planBuy(
  wallet: Address,
  asked: readonly BuyItem[],
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = repeatedItems(asked, mayBeSameListing)
  const bought = new Set<Address>()
  return asked.map((item) => {
    const planned = planOne(wallet, item, facts, marketplaces)
    if (repeated.has(item)) return { ...planned, reason: REASONS.duplicate }
    if (planned.reason !== null || planned.token?.tokenStandard !== 'v2') return planned
    if (bought.has(item.tokenDataId)) return { ...planned, reason: REASONS.onlyOne }
    bought.add(item.tokenDataId)
    return planned
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
    .filter((listing) => item.propertyVersion === undefined || listing.propertyVersion === BigInt(item.propertyVersion))
    .map((listing) => {
      const deployed = marketplaces.find(({ adapter }) => adapter.id === listing.marketplace) ?? null
      return { listing, deployed, reason: buyRefusal(wallet, listing, deployed) }
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
  const sold = inEdition(token, listing.propertyVersion)
  const found = { tokenDataId, collectionId: token?.collectionId ?? null, token: sold, listing, deployed }
  return { ...BLANK_ITEM, ...found, priceOctas: listing.priceOctas, reason }
}

/** Returns whether the token is listed on another marketplace than the item names. */
function isListedElsewhere(item: BuyItem, { listings }: TradeFacts): boolean {
  const { tokenDataId, marketplace, listingId, propertyVersion } = item
  if (marketplace === undefined) return false
  return (listings.get(tokenDataId) ?? [])
    .filter((one) => propertyVersion === undefined || one.propertyVersion === BigInt(propertyVersion))
    .some((one) => listingId === undefined || one.listingId === listingId)
}

function buyRefusal(wallet: Address, listing: ListingRow, deployed: DeployedMarketplace | null): TradeReason | null {
  if (listing.seller === wallet) return REASONS.ownListing
  if (deployed === null || deployed.contracts.status !== 'active' || listing.validity === 'marketplace-closed') {
    return marketplaceClosed(deployed?.adapter.displayName ?? listing.marketplace)
  }
  if (listing.validity === 'token-frozen') return REASONS.tokenFrozen
  if (listing.validity === 'expired') return REASONS.listingExpired
  if (listing.validity === 'reserved') {
    if (listing.terms?.reservedFor !== wallet) return REASONS.listingReserved
  } else if (listing.validity !== 'valid') return REASONS.listingGone
  return deployed.adapter.payload.buy === undefined ? notOffered(deployed.adapter.displayName) : null
}

function priceRefusal(item: BuyItem, listing: ListingRow): TradeReason | null {
  return item.maxPrice !== undefined && listing.priceOctas > BigInt(item.maxPrice) ? REASONS.priceChanged : null
}

/** A listing that can be bought. */
export interface SweepListing {
  readonly tokenDataId: string | null
  /** Octas that the buyer pays, fees included. */
  readonly priceOctas: bigint
}

/** Limits of a sweep; missing ones do not apply. */
export interface SweepLimits {
  readonly count?: number | undefined
  /** Octas for all together. */
  readonly budgetOctas?: bigint | undefined
  /** Octas for one. */
  readonly maxPriceOctas?: bigint | undefined
}

export interface SweepPlan<Listing> {
  /** Cheapest first, each token once. */
  readonly chosen: readonly Listing[]
  /** Entry n - 1 is what n tokens cost at least, in octas; count and budget do not shorten it. */
  readonly curve: readonly bigint[]
}

/**
 * Returns the most tokens that the limits allow, at the least cost for that number. Since tokens are worth the same to a sweep, these
 * are the cheapest ones.
 *
 * @param carried tokens that one transaction carries.
 */
export function planSweep<Listing extends SweepListing>(
  book: readonly Listing[],
  { count = Number.POSITIVE_INFINITY, budgetOctas, maxPriceOctas }: SweepLimits,
  carried: number,
): SweepPlan<Listing> {
  const cheapest = cheapestOfEach(book)
    .filter(({ priceOctas }) => maxPriceOctas === undefined || priceOctas <= maxPriceOctas)
    .slice(0, carried)
  const curve = runningTotals(cheapest)
  const affordable = budgetOctas === undefined ? curve.length : curve.filter((total) => total <= budgetOctas).length
  return { chosen: cheapest.slice(0, Math.min(count, affordable)), curve }
}

function cheapestOfEach<Listing extends SweepListing>(book: readonly Listing[]): readonly Listing[] {
  const sorted = book.toSorted(
    (one, other) => Number(one.priceOctas > other.priceOctas) - Number(one.priceOctas < other.priceOctas),
  )
  const seen = new Set<string | null>()
  return sorted.filter(({ tokenDataId }) => !seen.has(tokenDataId) && seen.add(tokenDataId))
}

function runningTotals(listings: readonly SweepListing[]): readonly bigint[] {
  let total = 0n
  return listings.map(({ priceOctas }) => {
    total += priceOctas
    return total
  })
}
