import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { compareRows, type Replacement, writeReplacement } from '../../rows/replace-rows.ts'
import { type ListingSpanRow, listingSpans } from '../../tables/listing-spans.ts'
import { type OfferSpanRow, offerSpans } from '../../tables/offer-spans.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import type { OwnershipEventRow } from '../../tables/ownership-events.ts'
import { definePhase } from '../define-phase.ts'
import { historiesOf, type OrderHistory, orderHistoriesPhase } from '../orders/order-histories.ts'
import type { OrderKey } from '../orders/touched-orders.ts'
import type { ChangedSpans } from '../points/compare-hourly-points.ts'
import { toListingSpans } from './listing-spans.ts'
import { toOfferSpans } from './offer-spans.ts'
import { type ChangedSince, spanChanges } from './span-changes.ts'

/** How the times in which orders stood differ from the stored ones. */
export interface SpanReplacements {
  readonly listings: Replacement<ListingSpanRow>
  readonly offers: Replacement<OfferSpanRow>
  /** Their rows as they will be and as they were. */
  readonly rows: ChangedSpans
  /** When listings or offers stood otherwise than stored. */
  readonly changed: readonly ChangedSince[]
}

/** Folds the events of touched orders into the times in which they stood. */
export const spansPhase = definePhase({
  name: 'spans',
  needs: { histories: orderHistoriesPhase },
  reads: ['market.ownership_events', 'market.listing_spans', 'market.offer_spans'],
  writes: ['market.listing_spans', 'market.offer_spans'],
  read: async (db, { histories: { orders, events } }) => {
    const [owners, storedListings, storedOffers] = await Promise.all([
      readOwners(db, historiesOf(events, 'listing')),
      readListingSpans(db, ofBook(orders, 'listing')),
      readOfferSpans(db, ofBook(orders, 'collection-offer')),
    ])
    return { owners, storedListings, storedOffers }
  },
  compute: ({ histories: { events } }, { owners, storedListings, storedOffers }): SpanReplacements => {
    const listed = historiesOf(events, 'listing').flatMap((history) =>
      toListingSpans(history, owners.get(history[0]?.token_data_id ?? '')),
    )
    const listings = compareRows(listingSpans, storedListings, listed)
    const offers = compareRows(offerSpans, storedOffers, historiesOf(events, 'collection-offer').flatMap(toOfferSpans))
    const rows = {
      listings: [...listings.written, ...listings.removed],
      offers: [...offers.written, ...offers.removed],
    }
    return { listings, offers, rows, changed: [...spanChanges(listings), ...spanChanges(offers)] }
  },
  write: (db, { listings, offers }) => [
    writeReplacement(db, listingSpans, listings),
    writeReplacement(db, offerSpans, offers),
  ],
})

async function readListingSpans(db: Statements, keys: readonly OrderKey[]): Promise<readonly ListingSpanRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<ListingSpanRow>`
    select s.* from market.listing_spans s
    join unnest(${column(keys, 'marketplace')}::text[], ${column(keys, 'order_id')}::text[]) as k (marketplace, listing_id)
    using (marketplace, listing_id)`.execute(db)
  return rows
}

async function readOfferSpans(db: Statements, keys: readonly OrderKey[]): Promise<readonly OfferSpanRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<OfferSpanRow>`
    select s.* from market.offer_spans s
    join unnest(${column(keys, 'marketplace')}::text[], ${column(keys, 'order_id')}::text[]) as k (marketplace, offer_id)
    using (marketplace, offer_id)`.execute(db)
  return rows
}

/** Owners of the v2 tokens that are listed, by token, in the chain's order. */
async function readOwners(db: Statements, histories: readonly OrderHistory[]) {
  const tokens = new Set(
    histories.flatMap(([first]) => (first?.token_standard === 'v1' ? [] : (first?.token_data_id ?? []))),
  )
  if (tokens.size === 0) return new Map<string, OwnershipEventRow[]>()
  const { rows } = await sql<OwnershipEventRow>`
    select * from market.ownership_events where token_data_id = any(${[...tokens]}::text[])
    order by version, amount`.execute(db)
  return Map.groupBy(rows, (row) => row.token_data_id)
}

function ofBook(orders: readonly OrderKey[], book: OrderEventRow['book']): readonly OrderKey[] {
  return orders.filter((order) => order.book === book)
}

function column(orders: readonly OrderKey[], name: keyof OrderKey): readonly string[] {
  return orders.map((order) => order[name])
}
