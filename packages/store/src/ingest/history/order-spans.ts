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
import { FOREVER } from '../../schema/span-sql.ts'
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
    'chain.current_token_ownerships_v2',
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
      isWhole ? [] : readListingSpans(db, listings),
      isWhole ? [] : readOfferSpans(db, offers),
      readRefusals(
        db,
        offers.map(({ first }) => first),
      ),
    ])
    return { owners, storedListings, storedOffers, refusals }
  },
  compute: ({ histories: { histories } }, { owners, storedListings, storedOffers, refusals }): SpanReplacements => {
    const storedOf = Map.groupBy(storedListings, (span) => orderKeyOf({ ...span, order_id: span.listing_id }))
    const listed = historiesOf(histories, 'listing').flatMap(({ first, known, since, events }) => {
      const ofOrder = owners.get(orderKeyOf(first))
      if (known === null) return toListingSpans(events, ofOrder)
      const open = (storedOf.get(orderKeyOf(first)) ?? []).find((span) => span.from_micros < since.micros) ?? null
      return toListingSpans([known.last, ...events], ofOrder, { micros: since.micros, open })
    })
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

/**
 * Reads the stored spans that reach the first change of their listings or begin after it. A token may have left its seller and come back
 * any number of times since its listing was placed: what was folded of that is not read again.
 */
async function readListingSpans(db: Executor, histories: readonly OrderHistory[]): Promise<readonly ListingSpanRow[]> {
  if (histories.length === 0) return []
  const ofListing = sql`s.marketplace = folded.marketplace and s.listing_id = folded.order_id and s.from_micros >= folded.from_micros`
  const { rows } = await sql<ListingSpanRow>`
    select s.* from ${foldedFrom(histories)} cross join lateral (
      (select * from market.listing_spans s where ${ofListing} and s.from_micros < folded.since_micros
        order by s.from_micros desc limit 1)
      union all
      select * from market.listing_spans s where ${ofListing} and s.from_micros >= folded.since_micros
    ) s
    where coalesce(s.to_micros, ${FOREVER}) >= folded.since_micros`.execute(db)
  return rows
}

async function readOfferSpans(db: Executor, histories: readonly OrderHistory[]): Promise<readonly OfferSpanRow[]> {
  if (histories.length === 0) return []
  const { rows } = await sql<OfferSpanRow>`
    select s.* from ${foldedFrom(histories)} cross join lateral (
      select * from market.offer_spans s where s.marketplace = folded.marketplace
        and s.offer_id = folded.order_id and s.from_micros >= folded.from_micros offset 0
    ) s`.execute(db)
  return rows
}

/**
 * Reads the owners of listed v2 tokens, by the listing's {@link orderKeyOf}, in chain order: who of seller and listing had the token
 * before the listing's first change, with one row of anyone where the token was known by then, and what came after it. Where nothing was
 * known before, all is read.
 */
async function readOwners(
  db: Executor,
  histories: readonly OrderHistory[],
): Promise<ReadonlyMap<string, readonly OwnershipEventRow[]>> {
  const listed = histories.flatMap(({ first, since, known, events }) => {
    if (first.token_standard === 'v1' || first.token_data_id === null) return []
    const sellers = [...(known === null ? [] : [known.last]), ...events].flatMap(({ seller }) => seller ?? [])
    const token = first.token_data_id
    return [...new Set([first.order_id, ...sellers])].map((holder) => ({ first, token, since: since.version, holder }))
  })
  if (listed.length === 0) return new Map()
  const ofToken = sql`e.token_data_id = asked.token`
  const ofStorage = sql`${ofToken} and e.property_version = o.property_version_v1 and e.owner_address = o.owner_address
    and e.storage_id = o.storage_id`
  const { rows } = await sql<OwnershipEventRow & { readonly marketplace: string; readonly order_id: string }>`
    select asked.marketplace, asked.order_id, e.*
    from unnest(${listed.map(({ first }) => first.marketplace)}::text[], ${listed.map(({ first }) => first.order_id)}::text[],
      ${listed.map(({ token }) => token)}::text[], ${listed.map(({ holder }) => holder)}::text[],
      ${listed.map(({ since }) => since)}::bigint[]) as asked (marketplace, order_id, token, holder, since)
    cross join lateral (
      select e.* from chain.current_token_ownerships_v2 o cross join lateral (
        (select * from market.ownership_events e where ${ofStorage} and e.version < asked.since
          order by e.version desc limit 1)
        union all
        select * from market.ownership_events e where ${ofStorage} and e.version >= asked.since
      ) e
      where o.token_data_id = asked.token and o.owner_address = asked.holder
      union
      (select * from market.ownership_events e where ${ofToken} and e.version < asked.since limit 1)
      union
      select * from market.ownership_events e where ${ofToken}
        and not exists (select from market.ownership_events e where ${ofToken} and e.version < asked.since)
    ) e
    order by e.version, e.amount`.execute(db)
  return Map.groupBy(rows, orderKeyOf)
}

/**
 * The orders and the moment from which their spans are computed again, as a relation `folded`: spans of events before the last that
 * an order's row knows have ended by then. Nothing before `since_micros` has changed.
 */
function foldedFrom(histories: readonly OrderHistory[]): RawBuilder<unknown> {
  return sql`unnest(${histories.map(({ first }) => first.marketplace)}::text[],
    ${histories.map(({ first }) => first.order_id)}::text[],
    ${histories.map(({ known }) => known?.last.at_micros ?? 0n)}::bigint[],
    ${histories.map(({ since }) => since.micros)}::bigint[]) as folded (marketplace, order_id, from_micros, since_micros)`
}

/** How far a listing was folded: until its first change. */
export interface FoldedUntil {
  readonly micros: bigint
  /** The span that was open then; null when the token could not be delivered. */
  readonly open: ListingSpanRow | null
}

/** A moment from which a listed token can be delivered or not, whether or not it could before. */
interface HoldingTurn {
  readonly micros: bigint
  readonly holds: boolean
}

/**
 * Computes the intervals in which a listing was open at a price while its token could be delivered, from its sorted events:
 * the listing held it, or the seller where the listing never did, and it was not frozen. Each placing begins one (a new price ends the one before), each ending ends it.
 * Skips intervals without length, and listings of unknown collection. A v1 listing has its edition inside.
 * @param owners every known write of the token's owners, sorted by version; none known: believed.
 * @param folded when the first event was folded already: then only the spans that were open, or began, since are returned, and of the writes
 * before only the last of each place are needed.
 */
export function toListingSpans(
  events: readonly OrderEventRow[],
  owners: readonly OwnershipEventRow[] = [],
  folded: FoldedUntil | null = null,
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
    if (index > 0 || folded === null) return cut(row, ofSeller)
    if (folded.open !== null) return cut({ ...row, from_micros: folded.open.from_micros }, ofSeller, folded.micros)
    return cut({ ...row, from_micros: at_micros < folded.micros ? folded.micros : at_micros }, ofSeller)
  })
}

function whole(row: ListingSpanRow): readonly ListingSpanRow[] {
  return row.to_micros === row.from_micros ? [] : [row]
}

/** @param heldUntil moment until which the token is known to be there. */
function cut(
  row: ListingSpanRow,
  turns: readonly HoldingTurn[],
  heldUntil: bigint | null = null,
): readonly ListingSpanRow[] {
  const first = firstAfter(turns, heldUntil === null ? row.from_micros : heldUntil - 1n)
  const within = turns.slice(first, row.to_micros === null ? undefined : firstAfter(turns, row.to_micros - 1n))
  const holds = heldUntil !== null || (turns[first - 1]?.holds ?? true)
  const starts = changesOf([{ micros: row.from_micros, holds }, ...within])
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
 * Finds whether a listing's token was there and free to move after each write, in order; of several writes at one moment the last counts.
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
  return [...turns].map(([micros, holds]) => ({ micros, holds }))
}

function changesOf(turns: readonly HoldingTurn[]): readonly HoldingTurn[] {
  return turns.filter(({ holds }, index) => holds !== turns[index - 1]?.holds)
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
