import type { BatchIntent } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TradingPlace } from './trading-place.ts'
import { venueOf } from './trading-place.ts'

/**
 * A venue's own call for a batch that is all its own; null when it is not, or there is none.
 * @throws NotOfferedError for a mixture that the venue's call does not take.
 */
export function venueBatch(intent: BatchIntent, place: TradingPlace): EntryFunctionPayload | null {
  switch (intent.kind) {
    case 'purchase-many': {
      const sole = soleVenue(intent.listings)
      if (sole === null) return null
      const { adapter, contracts } = venueOf(place, sole, 'buy')
      return adapter.payload['buy-many']?.(contracts, intent.listings) ?? null
    }
    case 'list-many': {
      const sole = soleVenue(intent.items)
      if (sole === null) return null
      const { adapter, contracts } = venueOf(place, sole, 'list')
      return adapter.payload['list-many']?.(contracts, intent.items) ?? null
    }
    case 'delist-many': {
      const sole = soleVenue(intent.listings)
      if (sole === null) return null
      const { adapter, contracts } = venueOf(place, sole, 'delist')
      return adapter.payload['delist-many']?.(contracts, intent.listings) ?? null
    }
    case 'delist-and-list-many':
    case 'instant-sell':
      return null
  }
}

function soleVenue(items: readonly { readonly marketplace: string }[]): string | null {
  const venues = new Set(items.map(({ marketplace }) => marketplace))
  const [sole] = venues
  return sole !== undefined && venues.size === 1 ? sole : null
}
