import type { JsonObject } from '@opal/domain/json'
import type { Executor } from '../../driver/pipelining.ts'
import type { ActivityRow, ListingSpanRow } from '../../schema/history.ts'
import type { BidPoolRow, CollectionOfferRow, ListingRow } from '../../schema/orders.ts'
import { definePhase } from '../define-phase.ts'
import { activitiesPhase } from '../history/activities.ts'
import { spansPhase } from '../history/order-spans.ts'
import { bidPoolsPhase } from '../orders/bids/bid-pools.ts'
import { offerValidityPhase } from '../orders/bids/offer-validity.ts'
import { bookPhase } from '../orders/order-book.ts'
import { clockPhase } from '../stream/clock.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import type { NotifiedStats, StatsChange } from './collection-stats.ts'
import { announceClaims, type Change, writeChanges } from './feed-writes.ts'
import { statsPhase } from './stats-phase.ts'

/** Announces what is new to the live channel: activities first, then the stats and bids that they moved, then pools and claims. */
export const changeFeedPhase = definePhase({
  name: 'change-feed',
  needs: {
    decoded: decodePhase,
    nowMicros: clockPhase,
    spans: spansPhase,
    activities: activitiesPhase,
    stats: statsPhase,
    book: bookPhase,
    offers: offerValidityPhase,
    pools: bidPoolsPhase,
  },
  reads: ['market.change_feed', 'account.notification_progress'],
  writes: ['market.change_feed'],
  compute: ({ nowMicros, spans, activities: { newRows }, stats, book, offers, pools }) => {
    const withBids = new Set([...offers.collections, ...setBidCollections(newRows, book.collectionOffers)])
    const relisted = silentlyChangedCollections(newRows, book.listings, spans.rows.listings)
    return [
      ...newRows.map(toActivityChange),
      ...stats.changes.flatMap((change) => [
        ...toStatsChanges(change, nowMicros, withBids),
        ...(relisted.has(change.after.collection_id) ? [toListingsChange(change, nowMicros)] : []),
      ]),
      ...pools.map(toPoolChange),
    ]
  },
  write: (db, changes, { decoded }) => [writeChanges(db, changes), announceClaims(db, decoded.transactions)],
})

/** Announces the stats of collections with bids that changed without a transaction of theirs: by time, or as pools and bidders changed. */
export async function announceBids(db: Executor, moved: readonly StatsChange[], nowMicros: bigint): Promise<void> {
  const withBids = new Set(moved.map(({ after }) => after.collection_id))
  await writeChanges(
    db,
    moved.flatMap((change) => toStatsChanges(change, nowMicros, withBids)),
  )
}

/** Returns the collections of new activities that are about bids on sets of tokens: no top bid of a collection counts those. */
function setBidCollections(
  activities: readonly ActivityRow[],
  offers: readonly CollectionOfferRow[],
): readonly string[] {
  const ofSets = new Set(offers.flatMap(({ offer_id, set_root }) => (set_root === null ? [] : [offer_id])))
  return activities.flatMap(({ order_id, collection_id }) =>
    order_id !== null && ofSets.has(order_id) ? (collection_id ?? []) : [],
  )
}

/** Activities of a token that say nothing of its listings. */
const TOKEN_BIDS: ReadonlySet<string> = new Set(['token-bid', 'cancel-token-bid'])

/**
 * Returns the collections of listings that have changed without an activity: their price fell, they expired, or their token was frozen or freed.
 * @param spans those that differ from the stored ones.
 */
function silentlyChangedCollections(
  activities: readonly ActivityRow[],
  listings: readonly ListingRow[],
  spans: readonly ListingSpanRow[],
): ReadonlySet<string | null> {
  const [orders, tokens] = [new Set<string | null>(), new Set<string | null>()]
  for (const { order_id, token_data_id, kind } of activities) {
    orders.add(order_id)
    if (!TOKEN_BIDS.has(kind)) tokens.add(token_data_id)
  }
  const turned = new Set(spans.map(({ listing_id }) => listing_id))
  const changed = listings.filter(
    ({ listing_id, token_data_id, falls_until_seconds, expires_at_seconds }) =>
      !orders.has(listing_id) &&
      (falls_until_seconds !== null ||
        expires_at_seconds !== null ||
        (turned.has(listing_id) && !tokens.has(token_data_id))),
  )
  return new Set(changed.map(({ collection_id }) => collection_id))
}

function toActivityChange(row: ActivityRow): Change {
  return {
    version: row.version,
    atMicros: row.at_micros,
    collectionId: row.collection_id,
    kind: 'activity',
    payload: {
      index: row.event_index,
      kind: row.kind,
      marketplace: row.marketplace,
      tokenDataId: row.token_data_id,
      from: row.from_address,
      to: row.to_address,
      priceOctas: toText(row.price_octas),
      amount: toText(row.amount),
      orderId: row.order_id,
    },
  }
}

function toPoolChange({ marketplace, wallet, last_version, last_at_micros }: BidPoolRow): Change {
  const place = { version: last_version, atMicros: last_at_micros, collectionId: null }
  return { ...place, kind: 'pool_change', payload: { marketplace, wallet } }
}

/** @param withBids collections with bids that changed, whether or not the best one did. */
function toStatsChanges(
  { before, after }: StatsChange,
  nowMicros: bigint,
  withBids: ReadonlySet<string>,
): readonly Change[] {
  const change = (kind: Change['kind'], column: keyof NotifiedStats, more: JsonObject = {}): readonly Change[] => {
    const old = toText(before?.[column] ?? null)
    const next = toText(after[column])
    const isSame = old === next || (before === null && next === '0')
    if (isSame && !(kind === 'bid_change' && withBids.has(after.collection_id))) return []
    const payload = { old, new: next, ...more }
    return [{ version: after.last_version, atMicros: nowMicros, collectionId: after.collection_id, kind, payload }]
  }
  return [
    ...change('floor_change', 'floor_octas'),
    ...change('volume_change', 'volume_all_octas', { sales: after.sales_all.toString() }),
    ...change('bid_change', 'top_bid_octas'),
  ]
}

/** Announces listings of a collection that have changed without an activity, whether or not its floor did. */
function toListingsChange({ after }: StatsChange, nowMicros: bigint): Change {
  const { last_version: version, collection_id: collectionId } = after
  return { version, atMicros: nowMicros, collectionId, kind: 'listings_change', payload: {} }
}

function toText(value: bigint | string | null): string | null {
  return value === null ? null : value.toString()
}
