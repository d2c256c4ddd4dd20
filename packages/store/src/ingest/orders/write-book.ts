import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { compareRows, type Replacement, writeReplacement } from '../../rows/replace-rows.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { collectionOffers } from '../../tables/collection-offers.ts'
import { type ListingSpanRow, listingSpans } from '../../tables/listing-spans.ts'
import { listings } from '../../tables/listings.ts'
import { type OfferSpanRow, offerSpans } from '../../tables/offer-spans.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import type { OwnershipEventRow } from '../../tables/ownership-events.ts'
import { tokenOffers } from '../../tables/token-offers.ts'
import { toListingSpans } from '../history/listing-spans.ts'
import { toOfferSpans } from '../history/offer-spans.ts'
import { type ChangedSince, spanChanges } from '../history/span-changes.ts'
import type { ChangedSpans } from '../points/compare-hourly-points.ts'
import { foldOrder } from './fold-order.ts'
import { toCollectionOfferRow, toListingRow, toTokenOfferRow } from './order-rows.ts'
import type { OrderKey } from './read-order-events.ts'

type History = readonly OrderEventRow[]
type Book = OrderEventRow['book']

/** Folds the events of whole orders, sorted, into their book rows. */
export async function writeBook(at: Statements, events: History): Promise<void> {
  const folded = (book: Book) => historiesOf(events, book).map(foldOrder)
  await Promise.all([
    writeRows(at, listings, present(folded('listing').map(toListingRow)), 'overwrite'),
    writeRows(at, tokenOffers, present(folded('token-offer').map(toTokenOfferRow)), 'overwrite'),
    writeRows(at, collectionOffers, present(folded('collection-offer').map(toCollectionOfferRow)), 'overwrite'),
  ])
}

/** How the times in which orders stood differ from the stored ones. */
export interface SpanReplacements {
  readonly listings: Replacement<ListingSpanRow>
  readonly offers: Replacement<OfferSpanRow>
  /** Their rows as they will be and as they were. */
  readonly rows: ChangedSpans
  /** When listings or offers stood otherwise than stored. */
  readonly changed: readonly ChangedSince[]
}

/** Folds the events of the given orders, sorted, into the times in which they stood, beside the stored ones. */
export async function compareSpans(
  at: Statements,
  orders: readonly OrderKey[],
  events: History,
): Promise<SpanReplacements> {
  const listed = historiesOf(events, 'listing')
  const [owners, storedListings, storedOffers] = await Promise.all([
    readOwners(at, listed),
    readListingSpans(at, ofBook(orders, 'listing')),
    readOfferSpans(at, ofBook(orders, 'collection-offer')),
  ])
  const wanted = listed.flatMap((history) => toListingSpans(history, owners.get(history[0]?.token_data_id ?? '')))
  const listings = compareRows(listingSpans, storedListings, wanted)
  const offers = compareRows(offerSpans, storedOffers, historiesOf(events, 'collection-offer').flatMap(toOfferSpans))
  const rows = {
    listings: [...listings.written, ...listings.removed],
    offers: [...offers.written, ...offers.removed],
  }
  return { listings, offers, rows, changed: [...spanChanges(listings), ...spanChanges(offers)] }
}

/** Makes the stored times be as compared. */
export async function writeSpans(at: Statements, { listings, offers }: SpanReplacements): Promise<void> {
  await Promise.all([writeReplacement(at, listingSpans, listings), writeReplacement(at, offerSpans, offers)])
}

function historiesOf(events: History, book: Book): readonly History[] {
  const inBook = events.filter((event) => event.book === book)
  return [...Map.groupBy(inBook, (event) => `${event.marketplace}\u0000${event.order_id}`).values()]
}

async function readListingSpans(at: Statements, keys: readonly OrderKey[]): Promise<readonly ListingSpanRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<ListingSpanRow>`
    select s.* from market.listing_spans s
    join unnest(${column(keys, 'marketplace')}::text[], ${column(keys, 'order_id')}::text[]) as k (marketplace, listing_id)
    using (marketplace, listing_id)`.execute(at)
  return rows
}

async function readOfferSpans(at: Statements, keys: readonly OrderKey[]): Promise<readonly OfferSpanRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<OfferSpanRow>`
    select s.* from market.offer_spans s
    join unnest(${column(keys, 'marketplace')}::text[], ${column(keys, 'order_id')}::text[]) as k (marketplace, offer_id)
    using (marketplace, offer_id)`.execute(at)
  return rows
}

/** Owners of the v2 tokens that are listed, by token, in the chain's order. */
async function readOwners(at: Statements, histories: readonly History[]) {
  const tokens = new Set(
    histories.flatMap(([first]) => (first?.token_standard === 'v1' ? [] : (first?.token_data_id ?? []))),
  )
  if (tokens.size === 0) return new Map<string, OwnershipEventRow[]>()
  const { rows } = await sql<OwnershipEventRow>`
    select * from market.ownership_events where token_data_id = any(${[...tokens]}::text[])
    order by version, amount`.execute(at)
  return Map.groupBy(rows, (row) => row.token_data_id)
}

function ofBook(orders: readonly OrderKey[], book: Book): readonly OrderKey[] {
  return orders.filter((order) => order.book === book)
}

function column(orders: readonly OrderKey[], name: keyof OrderKey): readonly string[] {
  return orders.map((order) => order[name])
}

function present<Row>(rows: readonly (Row | null)[]): readonly Row[] {
  return rows.filter((row) => row !== null)
}
