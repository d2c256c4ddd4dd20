import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, type Replacement, writeReplacement } from '../../driver/replace-rows.ts'
import {
  type ListingSpanRow,
  listingSpans,
  type OfferSpanRow,
  type OwnershipEventRow,
  offerSpans,
} from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import { definePhase } from '../define-phase.ts'
import { type FoldedOrder, foldSteps } from '../orders/fold-order.ts'
import { historiesOf, type OrderHistory, orderHistoriesPhase } from '../orders/order-histories.ts'
import { orderKeyOf, readRefusals } from '../orders/token-stores.ts'
import type { ChangedSpans } from '../points/compare-hourly-points.ts'
import { type ChangedSince, spanChanges } from './changed-since.ts'

/** Differences of order spans from the stored ones. */
export interface SpanReplacements {
  readonly listings: Replacement<ListingSpanRow>
  readonly offers: Replacement<OfferSpanRow>
  /** Changed rows, as they will be and as they were. */
  readonly rows: ChangedSpans
  /** When listings or offers differ from the stored ones. */
  readonly changed: readonly ChangedSince[]
}

/** Folds the events of touched orders into the spans during which they were open. */
export const spansPhase = definePhase({
  name: 'spans',
  needs: { histories: orderHistoriesPhase },
  reads: [
    'market.ownership_events',
    'market.listing_spans',
    'market.offer_spans',
    'market.marketplaces',
    'market.token_store_turns',
    'chain.current_collections_v2',
  ],
  writes: ['market.listing_spans', 'market.offer_spans'],
  read: async (db, { batch: { isWhole }, histories: { histories } }) => {
    const [listings, offers] = [historiesOf(histories, 'listing'), historiesOf(histories, 'collection-offer')]
    const [owners, storedListings, storedOffers, refusals] = await Promise.all([
      readOwners(db, listings),
      isWhole ? [] : readSpans<ListingSpanRow>(db, 'listing', listings),
      isWhole ? [] : readSpans<OfferSpanRow>(db, 'offer', offers),
      readRefusals(
        db,
        offers.map(({ first }) => first),
      ),
    ])
    return { owners, storedListings, storedOffers, refusals }
  },
  compute: ({ histories: { histories } }, { owners, storedListings, storedOffers, refusals }): SpanReplacements => {
    const listed = historiesOf(histories, 'listing').flatMap(({ first, known, events }) =>
      toListingSpans(known === null ? events : [known.last, ...events], owners.get(first.token_data_id ?? '')),
    )
    const listings = compareRows(listingSpans, storedListings, listed)
    const bids = historiesOf(histories, 'collection-offer').flatMap(({ first, known, events }) =>
      toOfferSpans(foldSteps(events, known), refusals.get(orderKeyOf(first)) ?? null),
    )
    const offers = compareRows(offerSpans, storedOffers, bids)
    const rows = {
      listings: [...listings.written, ...listings.before],
      offers: [...offers.written, ...offers.before],
    }
    return { listings, offers, rows, changed: [...spanChanges(listings), ...spanChanges(offers)] }
  },
  write: (db, { listings, offers }) => [
    writeReplacement(db, listingSpans, listings),
    writeReplacement(db, offerSpans, offers),
  ],
})

async function readSpans<Row>(
  db: Executor,
  kind: 'listing' | 'offer',
  histories: readonly OrderHistory[],
): Promise<readonly Row[]> {
  if (histories.length === 0) return []
  const { rows } = await sql<Row>`
    select s.* from ${foldedFrom(histories)} cross join lateral (
      select * from market.${sql.raw(kind)}_spans s where s.marketplace = folded.marketplace
        and s.${sql.raw(kind)}_id = folded.order_id and s.from_micros >= folded.from_micros offset 0
    ) s`.execute(db)
  return rows
}

/** Reads the owners of listed v2 tokens, by token, in chain order. */
async function readOwners(db: Executor, histories: readonly OrderHistory[]) {
  const tokens = new Set(
    histories.flatMap(({ first }) => (first.token_standard === 'v1' ? [] : (first.token_data_id ?? []))),
  )
  if (tokens.size === 0) return new Map<string, OwnershipEventRow[]>()
  const { rows } = await sql<OwnershipEventRow>`
    select * from market.ownership_events where token_data_id = any(${[...tokens]}::text[])
    order by version, amount`.execute(db)
  return Map.groupBy(rows, (row) => row.token_data_id)
}

/**
 * The orders and the moment from which their spans are computed again, as a relation `folded`: spans of events before the last that
 * an order's row knows have ended by then.
 */
function foldedFrom(histories: readonly OrderHistory[]): RawBuilder<unknown> {
  return sql`unnest(${histories.map(({ first }) => first.marketplace)}::text[],
    ${histories.map(({ first }) => first.order_id)}::text[],
    ${histories.map(({ known }) => known?.last.at_micros ?? 0n)}::bigint[]) as folded (marketplace, order_id, from_micros)`
}

/** The moment from which a listed token can be delivered, or no longer can. */
interface HoldingTurn {
  readonly micros: bigint
  readonly holds: boolean
}

/**
 * Computes the intervals in which a listing was open at a price while its token could be delivered, from its sorted events:
 * the listing held it, or the seller where the listing never did, and it was not frozen. Each placing begins one (a new price ends the one before), each ending ends it.
 * Skips intervals without length, and listings of unknown collection. A v1 listing has its edition inside.
 * @param owners every known write of the token's owners, sorted by version; none known: believed.
 */
export function toListingSpans(
  events: readonly OrderEventRow[],
  owners: readonly OwnershipEventRow[] = [],
): readonly ListingSpanRow[] {
  const turns = new Map<string, readonly HoldingTurn[]>()
  return events.flatMap((event, index) => {
    const { action, collection_id, seller, at_micros } = event
    if (action !== 'placed' || collection_id === null || seller === null) return []
    const to_micros = events[index + 1]?.at_micros ?? null
    const row = {
      marketplace: event.marketplace,
      listing_id: event.order_id,
      from_micros: at_micros,
      placed_version: event.version,
      to_micros,
      collection_id,
      seller,
      price_octas: event.price_octas,
    }
    if (event.token_standard === 'v1') return whole(row)
    const ofSeller = turns.get(seller) ?? holdingTurns(owners, seller, event.order_id)
    turns.set(seller, ofSeller)
    return cut(row, ofSeller)
  })
}

function whole(row: ListingSpanRow): readonly ListingSpanRow[] {
  return row.to_micros === row.from_micros ? [] : [row]
}

function cut(row: ListingSpanRow, turns: readonly HoldingTurn[]): readonly ListingSpanRow[] {
  const first = firstAfter(turns, row.from_micros)
  const within = turns.slice(first, row.to_micros === null ? undefined : firstAfter(turns, row.to_micros - 1n))
  const starts = [{ micros: row.from_micros, holds: turns[first - 1]?.holds ?? true }, ...within]
  return starts.flatMap(({ micros, holds }, index) => {
    const to_micros = starts[index + 1]?.micros ?? row.to_micros
    return holds ? whole({ ...row, from_micros: micros, to_micros }) : []
  })
}

/** Returns the index of the first turn after a moment, by halving: a token may have turned, and its listing been repriced, very often. */
function firstAfter(turns: readonly HoldingTurn[], micros: bigint): number {
  let [low, high] = [0, turns.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const turn = turns[middle]
    if (turn !== undefined && turn.micros <= micros) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Finds when a listing's token began or ceased to be there and free to move, in order; of several turns at one moment the last counts.
 * A listing that has held the token keeps it: back with its seller, it cannot be delivered.
 */
function holdingTurns(owners: readonly OwnershipEventRow[], seller: string, listingId: string): readonly HoldingTurn[] {
  const wasHeldByListing = owners.some(({ owner_address }) => owner_address === listingId)
  const holder = wasHeldByListing ? listingId : seller
  const held = new Map<string, boolean>()
  const turns = new Map<bigint, boolean>()
  for (const { owner_address, storage_id, amount, at_micros, is_frozen } of owners) {
    if (owner_address === holder) held.set(storage_id, amount > 0n && !is_frozen)
    turns.set(at_micros, [...held.values()].includes(true))
  }
  const all = [...turns].map(([micros, holds]) => ({ micros, holds }))
  return all.filter(({ holds }, index) => holds !== all[index - 1]?.holds)
}

/** Expiries beyond this count as never: the year 2255. */
const LATEST_SECONDS = 9_000_000_000n

/**
 * Computes the intervals in which a collection offer was open at a price for so many items, from its states after
 * its events: until the next event or its expiry. Skips intervals without length, and offers of unknown collection.
 * @param refusedMicros moment from which its bidder does not take what is sent; what they say later does not bring it back.
 */
export function toOfferSpans(states: readonly FoldedOrder[], refusedMicros: bigint | null): readonly OfferSpanRow[] {
  return states.flatMap((order, index) => {
    const { state, placed, last: event, collectionId, remaining, priceOctas, expiresAtSeconds } = order
    if (state !== 'open' || remaining === 0n || collectionId === null || event.buyer === null) return []
    const ends = earlier(states[index + 1]?.last.at_micros ?? null, microsOf(expiresAtSeconds))
    const to_micros = earlier(ends, refusedMicros)
    if (to_micros !== null && to_micros <= event.at_micros) return []
    return [
      {
        marketplace: event.marketplace,
        offer_id: event.order_id,
        from_micros: event.at_micros,
        placed_version: placed.version,
        to_micros,
        collection_id: collectionId,
        buyer: event.buyer,
        price_octas: priceOctas,
        remaining_amount: remaining,
      },
    ]
  })
}

function microsOf(seconds: bigint | null): bigint | null {
  return seconds === null || seconds > LATEST_SECONDS ? null : seconds * 1_000_000n
}

function earlier(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
