import type { BatchIntent, NewListing, PriceChange } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { type ListingTerms, NO_TERMS } from '@opal/domain/prices/listing-terms'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'
import type { TradingPlace } from './trading-place.ts'
import { marketplaceOf } from './trading-place.ts'

/**
 * Returns a marketplace's own call for a batch that is all its own; null when it is not, or there is none.
 * @throws NotOfferedError for a mixture that the marketplace's call does not take.
 */
export function marketplaceBatch(intent: BatchIntent, place: TradingPlace): EntryFunctionPayload | null {
  switch (intent.kind) {
    case 'purchase-many': {
      const sole = soleMarketplace(intent.listings)
      if (sole === null) return null
      const { adapter, contracts } = marketplaceOf(place, sole, 'buy')
      return adapter.payload['buy-many']?.(contracts, intent.listings) ?? null
    }
    case 'list-many': {
      const sole = soleMarketplace(intent.items)
      if (sole === null) return null
      const terms = termsOfCall(intent.items, marketplaceOf(place, sole, 'list'), intent.terms)
      if (terms !== undefined) {
        const { adapter, contracts } = marketplaceOf(place, sole, 'list-on-terms')
        return adapter.payload['list-on-terms-many']?.(contracts, intent.items, terms) ?? null
      }
      const { adapter, contracts } = marketplaceOf(place, sole, 'list')
      return adapter.payload['list-many']?.(contracts, intent.items) ?? null
    }
    case 'delist-many': {
      const sole = soleMarketplace(intent.listings)
      if (sole === null) return null
      const { adapter, contracts } = marketplaceOf(place, sole, 'delist')
      return adapter.payload['delist-many']?.(contracts, intent.listings) ?? null
    }
    case 'update-price-many': {
      const sole = soleMarketplace(intent.items.map(({ listing }) => listing))
      if (sole === null) return null
      if (intent.terms !== undefined) {
        const { adapter, contracts } = marketplaceOf(place, sole, 'update-terms')
        return adapter.payload['update-terms-many']?.(contracts, intent.items, intent.terms) ?? null
      }
      const { adapter, contracts } = marketplaceOf(place, sole, 'update-price')
      return adapter.payload['update-price-many']?.(contracts, intent.items) ?? null
    }
    case 'list-and-update-many':
      return listAndUpdate(intent.items, place)
    case 'withdraw-many': {
      const listings = intent.orders.flatMap((order) => ('listing' in order ? order.listing : []))
      const sole = listings.length === intent.orders.length ? soleMarketplace(listings) : null
      if (sole === null) return null
      const { adapter, contracts } = marketplaceOf(place, sole, 'delist')
      return adapter.payload['delist-many']?.(contracts, listings) ?? null
    }
    case 'delist-and-list-many':
    case 'instant-sell':
      return null
  }
}

/** Returns whether the call that places new listings checks what their sales bring: it is asked to, and is our own package's. */
export function checksProceeds(
  items: readonly Pick<NewListing, 'proceedsOctas'>[],
  { contracts }: DeployedMarketplace,
): boolean {
  return contracts.hasGuardedCalls === true && items.some(({ proceedsOctas }) => proceedsOctas !== undefined)
}

/**
 * Returns the terms that the call for new listings takes; undefined for a call without terms. Only calls with terms check the proceeds of sales,
 * so a listing without terms gets {@link NO_TERMS} there.
 */
export function termsOfCall(
  items: readonly Pick<NewListing, 'proceedsOctas'>[],
  deployed: DeployedMarketplace,
  terms: ListingTerms | undefined,
): ListingTerms | undefined {
  return terms ?? (checksProceeds(items, deployed) ? NO_TERMS : undefined)
}

/** One kind alone goes by the call for that kind. */
function listAndUpdate(items: readonly (NewListing | PriceChange)[], place: TradingPlace): EntryFunctionPayload | null {
  const updated = items.filter((item): item is PriceChange => 'listing' in item)
  const listed = items.filter((item): item is NewListing => !('listing' in item))
  if (listed.length === 0) return marketplaceBatch({ kind: 'update-price-many', items: updated }, place)
  if (updated.length === 0) return marketplaceBatch({ kind: 'list-many', items: listed }, place)
  const sole = soleMarketplace([...listed, ...updated.map(({ listing }) => listing)])
  if (sole === null) return null
  const deployed = marketplaceOf(place, sole, 'list')
  // The call has no argument for the least proceeds.
  if (checksProceeds(listed, deployed)) return null
  return deployed.adapter.payload['list-and-update']?.(deployed.contracts, listed, updated) ?? null
}

function soleMarketplace(items: readonly { readonly marketplace: string }[]): string | null {
  const marketplaces = new Set(items.map(({ marketplace }) => marketplace))
  const [sole] = marketplaces
  return sole !== undefined && marketplaces.size === 1 ? sole : null
}
