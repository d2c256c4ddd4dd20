import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { hasFallen, type ListingTerms } from '@opal/domain/prices/listing-terms'
import { repeatedItems } from '@opal/domain/tokens/named-item'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import { toListingRef } from '../intents.ts'
import type { HolderFacts, TradeFacts } from '../load-trade.ts'
import { chooseEdition, inEdition, isAllListed } from './editions.ts'
import { BLANK_ITEM, isPossible, marketplaceClosed, notOffered, type PlannedItem, REASONS } from './trade-plan.ts'

/** An item as a seller asks for it; price in octas. */
export interface ListItem {
  readonly tokenDataId: Address
  readonly price: string
  readonly marketplace?: string | undefined
  /** Edition of a v1 token. */
  readonly propertyVersion?: string | undefined
}

/** The request of a seller: items, and the terms of all of them beyond their prices. */
export interface PriceRequest<Item> {
  readonly items: readonly Item[]
  readonly terms?: ListingTerms | undefined
  readonly nowSeconds: bigint
}

/** Says for every item whether the wallet can list it at its price, on the native marketplace unless another is named. Pure. */
export function planList(
  wallet: Address,
  { items: asked, terms, nowSeconds }: PriceRequest<ListItem>,
  facts: HolderFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = repeatedItems(asked)
  return asked.map((item): PlannedItem => {
    const { token, reason: unheld } = chooseEdition(
      facts.tokens.get(item.tokenDataId),
      facts.held,
      item.propertyVersion,
    )
    const deployed =
      marketplaces.find(({ adapter }) =>
        item.marketplace === undefined ? adapter.isNative : adapter.id === item.marketplace,
      ) ?? null
    const reason = repeated.has(item)
      ? REASONS.duplicate
      : (unheld ??
        listRefusal(wallet, item, token, facts, deployed) ??
        (terms === undefined ? null : termsRefusal('list-on-terms', terms, item, deployed, nowSeconds)))
    const { tokenDataId } = item
    const found = { tokenDataId, collectionId: token?.collectionId ?? null, token, deployed }
    return { ...BLANK_ITEM, ...found, priceOctas: BigInt(item.price), reason }
  })
}

function listRefusal(
  wallet: Address,
  item: ListItem,
  token: TokenRow | null,
  facts: HolderFacts,
  deployed: DeployedMarketplace | null,
): TradeReason | null {
  const listings = facts.listings.get(item.tokenDataId) ?? []
  const own = listings.filter(({ seller, validity }) => seller === wallet && validity !== 'seller-lost-token')
  if (token !== null && isAllListed(token, own, facts.held)) return REASONS.alreadyListed
  if (BigInt(item.price) < MIN_PRICE_OCTAS) return REASONS.priceTooLow
  if (deployed === null || deployed.contracts.status !== 'active')
    return marketplaceClosed(deployed?.adapter.displayName ?? item.marketplace ?? 'The marketplace')
  return deployed.adapter.payload.list === undefined ? notOffered(deployed.adapter.displayName) : null
}

/** Returns why an item cannot be for sale on these terms. The simulation finds a least that the price does not bring. */
function termsRefusal(
  action: 'list-on-terms' | 'update-terms',
  { fall, expiresAtSeconds }: ListingTerms,
  item: { readonly price: string; readonly marketplace?: string | undefined },
  deployed: DeployedMarketplace | null,
  nowSeconds: bigint,
): TradeReason | null {
  if (deployed === null || !isOffered(deployed, action))
    return notOffered(deployed?.adapter.displayName ?? item.marketplace ?? 'The marketplace')
  if (expiresAtSeconds !== null && expiresAtSeconds <= nowSeconds) return REASONS.expiryPast
  if (fall === null) return null
  if (fall.endOctas < MIN_PRICE_OCTAS) return REASONS.priceTooLow
  if (fall.endOctas >= BigInt(item.price)) return REASONS.endPriceTooHigh
  if (fall.untilSeconds <= nowSeconds || fall.fromSeconds >= fall.untilSeconds) return REASONS.fallPast
  return hasFallen(fall, nowSeconds) ? REASONS.fallBegun : null
}

/** An item as its seller asks for it back. */
export interface DelistItem {
  readonly tokenDataId: Address
  /** Edition of a v1 token. */
  readonly propertyVersion?: string | undefined
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
  const repeated = repeatedItems(asked)
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
function findOwnListing(
  wallet: Address,
  item: DelistItem,
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): PlannedItem {
  const token = facts.tokens.get(item.tokenDataId) ?? null
  const named = namedListings(item, facts)
  const listing = named.find((one) => one.seller === wallet) ?? named[0] ?? null
  const deployed = marketplaces.find(({ adapter }) => adapter.id === listing?.marketplace) ?? null
  const reason =
    delistRefusal(wallet, listing, deployed) ??
    (token === null || (listing && toListingRef(listing, token) === null) ? REASONS.unknownToken : null)
  const { tokenDataId } = item
  const listed = inEdition(token, listing?.propertyVersion ?? null)
  const found = { tokenDataId, collectionId: token?.collectionId ?? null, token: listed, listing, deployed }
  return { ...BLANK_ITEM, ...found, priceOctas: listing?.priceOctas ?? null, reason }
}

/** Returns the open listings that an item may mean, cheapest first. */
function namedListings(
  { tokenDataId, propertyVersion, marketplace, listingId }: DelistItem,
  { listings }: TradeFacts,
): readonly ListingRow[] {
  return (listings.get(tokenDataId) ?? []).filter(
    (listing) =>
      (marketplace === undefined || listing.marketplace === marketplace) &&
      (propertyVersion === undefined || listing.propertyVersion === BigInt(propertyVersion)) &&
      (listingId === undefined || listing.listingId === listingId),
  )
}

function delistRefusal(
  wallet: Address,
  listing: ListingRow | null,
  deployed: DeployedMarketplace | null,
): TradeReason | null {
  if (listing === null) return REASONS.listingGone
  if (listing.seller !== wallet) return REASONS.notYourListing
  if (deployed === null || deployed.contracts.status === 'history')
    return marketplaceClosed(deployed?.adapter.displayName ?? listing.marketplace)
  return deployed.adapter.payload.delist === undefined ? notOffered(deployed.adapter.displayName) : null
}

/** An item as its seller asks for another price; octas. */
export interface UpdatePriceItem extends DelistItem {
  readonly price: string
}

/** Finds the wallet's own listing of every item and says whether its price or its terms can be changed there. Pure. */
export function planUpdatePrice(
  wallet: Address,
  { items: asked, terms, nowSeconds }: PriceRequest<UpdatePriceItem>,
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = repeatedItems(asked)
  return asked.map((item): PlannedItem => {
    const found = findOwnListing(wallet, item, facts, marketplaces)
    const reason = repeated.has(item)
      ? REASONS.duplicate
      : (found.reason ??
        repriceRefusal(item, found) ??
        (terms === undefined
          ? // The contract changes no price that no one could pay.
            found.listing?.validity === 'expired'
            ? REASONS.needsNewExpiry
            : null
          : termsRefusal('update-terms', terms, item, found.deployed, nowSeconds)))
    return { ...found, priceOctas: BigInt(item.price), reason }
  })
}

/** Returns why a listing cannot get the item's new price in place; null where it can. */
function repriceRefusal(item: UpdatePriceItem, { deployed, listing }: PlannedItem): TradeReason | null {
  if (BigInt(item.price) < MIN_PRICE_OCTAS) return REASONS.priceTooLow
  if (deployed === null || deployed.contracts.status !== 'active') {
    return marketplaceClosed(deployed?.adapter.displayName ?? listing?.marketplace ?? 'The marketplace')
  }
  return isOffered(deployed, 'update-price') ? null : notOffered(deployed.adapter.displayName)
}

/**
 * Plans to reprice the wallet's listings at their marketplaces, and to list its other tokens. Refuses a token that is listed
 * at another marketplace than the item names: it would have to be moved. Pure.
 */
export function planListAndUpdate(
  wallet: Address,
  asked: readonly UpdatePriceItem[],
  facts: HolderFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const named = (item: UpdatePriceItem) =>
    namedListings(item, facts).filter(({ validity }) => validity !== 'seller-lost-token')
  const updated = asked.filter((item) => named(item).some(({ seller }) => seller === wallet))
  const listed = asked.filter((item) => !updated.includes(item))
  const repriced = planUpdatePrice(wallet, { items: updated, nowSeconds: 0n }, facts, marketplaces)
  const placed = planList(wallet, { items: listed, nowSeconds: 0n }, facts, marketplaces).map((planned, at) => {
    // Where someone else has listed the token, the refusal names the listing rather than the token.
    const isAnothers = planned.reason === REASONS.notYourToken && named(listed[at] as UpdatePriceItem).length > 0
    return isAnothers ? { ...planned, reason: REASONS.notYourListing } : planned
  })
  const planned = new Map<UpdatePriceItem, PlannedItem>()
  for (const [at, item] of updated.entries()) planned.set(item, repriced[at] as PlannedItem)
  for (const [at, item] of listed.entries()) planned.set(item, placed[at] as PlannedItem)
  return asked.map((item) => planned.get(item) as PlannedItem)
}

/**
 * Finds the wallet's own listing of every item, to be moved to the native marketplace at the item's price: the marketplace of
 * what comes out is the native one, the listing is where it is now. Pure.
 */
export function planRelist(
  wallet: Address,
  asked: readonly UpdatePriceItem[],
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = repeatedItems(asked)
  const native = marketplaces.find(({ adapter }) => adapter.isNative) ?? null
  return asked.map((item): PlannedItem => {
    const found = findOwnListing(wallet, item, facts, marketplaces)
    const reason = repeated.has(item) ? REASONS.duplicate : (found.reason ?? relistRefusal(item, native))
    return { ...found, deployed: native, priceOctas: BigInt(item.price), reason }
  })
}

function relistRefusal(item: UpdatePriceItem, native: DeployedMarketplace | null) {
  if (BigInt(item.price) < MIN_PRICE_OCTAS) return REASONS.priceTooLow
  if (native === null || !isOffered(native, 'list'))
    return marketplaceClosed(native?.adapter.displayName ?? 'The marketplace')
  return null
}
