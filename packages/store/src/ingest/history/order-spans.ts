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
import { FOREVER } from '../../schema/span-sql.ts'
import { definePhase } from '../define-phase.ts'
import { orderKeyOf, readRefusals } from '../orders/bids/turned-offers.ts'
import { foldSteps } from '../orders/fold-order.ts'
import { historiesOf, type OrderHistory, orderHistoriesPhase } from '../orders/order-histories.ts'
import type { ChangedSpans } from '../points/compare-hourly-points.ts'
import { clockPhase } from '../stream/clock.ts'
import { type ChangedSince, spanChanges } from './changed-since.ts'
import { toListingSpans } from './listing-spans.ts'
import { toOfferSpans } from './offer-spans.ts'

/** Differences of order spans from the stored ones. */
export interface SpanReplacements {
  readonly listings: Replacement<ListingSpanRow>
  readonly offers: Replacement<OfferSpanRow>
  /** Changed rows, as they will be and as they were. */
  readonly rows: ChangedSpans
  /** When listings or offers differ from the stored ones. */
  readonly changed: readonly ChangedSince[]
}

/**
 * Folds the events of touched orders into the spans during which they were open. Pooled offers have none: spans earn points, and one deposit
 * may stand behind a thousand offers.
 */
export const spansPhase = definePhase({
  name: 'spans',
  needs: { histories: orderHistoriesPhase, nowMicros: clockPhase },
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
    const [listings, offers] = [historiesOf(histories, 'listing'), earningOffers(histories)]
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
  compute: (
    { histories: { histories }, nowMicros },
    { owners, storedListings, storedOffers, refusals },
  ): SpanReplacements => {
    const storedOf = Map.groupBy(storedListings, (span) => orderKeyOf({ ...span, order_id: span.listing_id }))
    const listed = historiesOf(histories, 'listing').flatMap(({ first, known, since, events }) => {
      const ofOrder = owners.get(orderKeyOf(first))
      if (known === null) return toListingSpans(events, nowMicros, ofOrder)
      const open = (storedOf.get(orderKeyOf(first)) ?? []).find((span) => span.from_micros < since.micros) ?? null
      return toListingSpans([known.last, ...events], nowMicros, ofOrder, { micros: since.micros, open })
    })
    const listings = compareRows(listingSpans, storedListings, listed)
    const bids = earningOffers(histories).flatMap(({ first, known, events }) =>
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

function earningOffers(histories: readonly OrderHistory[]): readonly OrderHistory[] {
  return historiesOf(histories, 'collection-offer').filter(({ first }) => !first.is_pooled)
}

/**
 * Reads the stored spans that reach the first change of their listings or begin after it. A token may have left its seller and come back any
 * number of times since its listing was placed; spans that were folded before the change are not read again.
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
 * Reads the owners of listed v2 tokens, by the listing's {@link orderKeyOf}, in chain order: the last row of seller and of listing before the
 * listing's first event or change, one row of any owner where the token was known by then, and all later rows of seller and listing. Where the
 * token was unknown before, all rows are read, once for each listing.
 */
async function readOwners(
  db: Executor,
  histories: readonly OrderHistory[],
): Promise<ReadonlyMap<string, readonly OwnershipEventRow[]>> {
  const listed = histories.flatMap(({ first, since, known, events }) => {
    if (first.token_standard === 'v1' || first.token_data_id === null) return []
    const sellers = [...(known === null ? [] : [known.last]), ...events].flatMap(({ seller }) => seller ?? [])
    const token = first.token_data_id
    const holders = [...new Set([first.order_id, ...sellers])]
    // A listing that is folded from its first event depends on who held the token at that time; so does one whose fold continues.
    const from = known === null ? first.version : since.version
    return holders.map((holder, index) => ({ first, token, since: from, holder, isFirst: index === 0 }))
  })
  if (listed.length === 0) return new Map()
  const ofToken = sql`e.token_data_id = asked.token`
  const ofStorage = sql`${ofToken} and e.property_version = o.property_version_v1 and e.owner_address = o.owner_address
    and e.storage_id = o.storage_id`
  const { rows } = await sql<OwnershipEventRow & { readonly marketplace: string; readonly order_id: string }>`
    select asked.marketplace, asked.order_id, e.*
    from unnest(${listed.map(({ first }) => first.marketplace)}::text[], ${listed.map(({ first }) => first.order_id)}::text[],
      ${listed.map(({ token }) => token)}::text[], ${listed.map(({ holder }) => holder)}::text[],
      ${listed.map(({ since }) => since)}::bigint[], ${listed.map(({ isFirst }) => isFirst)}::boolean[])
      as asked (marketplace, order_id, token, holder, since, is_first)
    cross join lateral (
      select exists (select from market.ownership_events e where ${ofToken} and e.version < asked.since) as is_known offset 0
    ) before
    cross join lateral (
      select e.* from chain.current_token_ownerships_v2 o cross join lateral (
        (select * from market.ownership_events e where ${ofStorage} and e.version < asked.since
          order by e.version desc limit 1)
        union all
        select * from market.ownership_events e where ${ofStorage} and e.version >= asked.since
      ) e
      where before.is_known and o.token_data_id = asked.token and o.property_version_v1 = 0 and o.owner_address = asked.holder
      union
      (select * from market.ownership_events e where before.is_known and ${ofToken} and e.version < asked.since limit 1)
      union all
      select * from market.ownership_events e where not before.is_known and asked.is_first and ${ofToken}
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
