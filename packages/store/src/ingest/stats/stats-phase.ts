import type { Executor } from '../../driver/pipelining.ts'
import { type Replaced, writeReplacement } from '../../driver/replace-rows.ts'
import { ownerSpans, type SaleRow } from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import { pointsLedger } from '../../schema/points.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { type ChangedSince, lotChanges } from '../history/changed-since.ts'
import { lotsPhase } from '../history/lots.ts'
import { spansPhase } from '../history/order-spans.ts'
import { compareOwnerSpans, type OwnerSpansRead, readOwnerSpans } from '../history/owner-spans.ts'
import { salesPhase } from '../history/sales.ts'
import { touchedPhase } from '../history/touched.ts'
import { offerValidityPhase } from '../orders/bids/offer-validity.ts'
import { orderHistoriesPhase } from '../orders/order-histories.ts'
import { compareHourlyPoints, type EarningFacts, readEarning } from '../points/compare-hourly-points.ts'
import { washSalesPhase } from '../points/fundings.ts'
import { addPointsDue } from '../points/settle-points.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { computeStats, readStats, type StatsGrowth, type StatsRead, writeStats } from './collection-stats.ts'
import { growthOf } from './counts-by-collection.ts'
import { compareHours, firstHours, writeHours } from './hours.ts'
import { countListed, listedBeforePhase } from './listed-counts.ts'
import { type HoursRead, readHours } from './read-hours.ts'
import { countTokens, tokensBeforePhase } from './token-counts.ts'

/**
 * Computes the stats of collections: owner spans, hours, points of those hours and current stats. One phase, as
 * each is computed from the one before it, and all are read together as they were before.
 */
export const statsPhase = definePhase({
  name: 'stats',
  needs: {
    decoded: decodePhase,
    histories: orderHistoriesPhase,
    touched: touchedPhase,
    spans: spansPhase,
    sales: salesPhase,
    lots: lotsPhase,
    offers: offerValidityPhase,
    washed: washSalesPhase,
    listedBefore: listedBeforePhase,
    tokensBefore: tokensBeforePhase,
  },
  reads: [
    'market.lots',
    'market.owner_spans',
    'market.listing_spans',
    'market.offer_spans',
    'market.marketplaces',
    'market.sales',
    'market.activities',
    'market.listings',
    'market.collection_offers',
    'market.collection_hours',
    'market.points_ledger',
    'market.collection_stats',
    'chain.current_collections_v2',
    'chain.current_token_datas_v2',
  ],
  writes: [
    'market.owner_spans',
    'market.collection_hours',
    'market.points_ledger',
    'market.points_due',
    'market.collection_stats',
  ],
  read: async (
    db,
    {
      decoded: { transactions },
      histories: { events },
      touched,
      spans,
      sales,
      lots,
      offers,
      washed,
      listedBefore,
      tokensBefore,
    },
  ) => {
    const first = firstHours([...spans.changed, ...lotChanges(lots.lots), ...soldSince(sales.replaced)])
    const named = [
      ...touched.collections,
      ...collectionsOf(transactions, events),
      ...offers.collections,
      ...washed.flatMap((sale) => sale.collection_id ?? []),
      ...listedBefore.counts.keys(),
      ...tokensBefore.counts.keys(),
    ]
    const [owners, hours, earning, stats, listed, tokens] = await Promise.all([
      readOwnerSpans(db, lots.pairs),
      readHours(db, first, { listings: spans.listings, sales: sales.replaced, pairs: lots.pairs }),
      readEarning(db, first, spans.rows),
      readStats(db, [...new Set([...named, ...first.keys()])]),
      countListed(db, listedBefore.listings),
      countTokens(db, tokensBefore.tokens),
    ])
    const grown = { listed: growthOf(listedBefore.counts, listed), tokens: growthOf(tokensBefore.counts, tokens) }
    return { owners, hours, earning, stats, grown }
  },
  compute: (_given, read) => compareCollections(read),
  write: writeCollections,
})

/** Inputs of {@link compareCollections}: all as it was before. */
export interface CollectionsRead {
  readonly owners: OwnerSpansRead
  readonly hours: HoursRead
  readonly earning: EarningFacts
  readonly stats: readonly StatsRead[]
  readonly grown: StatsGrowth
}

/** Computes owner spans, hours, points and stats of collections, together with the stored ones. */
export function compareCollections(read: CollectionsRead) {
  const owners = compareOwnerSpans(read.owners)
  const hours = compareHours(read.hours, owners)
  const points = compareHourlyPoints(read.earning, hours)
  return { owners, hours, points, due: read.earning.due, changes: computeStats(read.stats, hours, read.grown) }
}

/** Writes what {@link compareCollections} found. */
export function writeCollections(
  db: Executor,
  { owners, hours, points, due, changes }: ReturnType<typeof compareCollections>,
): readonly Promise<unknown>[] {
  return [
    writeReplacement(db, ownerSpans, owners),
    writeHours(db, hours),
    writeReplacement(db, pointsLedger, points),
    addPointsDue(db, due),
    writeStats(db, changes),
  ]
}

function soldSince({ written, before }: Replaced<SaleRow>): readonly ChangedSince[] {
  return [...written, ...before].flatMap(({ collection_id, at_micros }) =>
    collection_id === null ? [] : [{ collection_id, micros: at_micros }],
  )
}

function collectionsOf(
  transactions: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
): readonly string[] {
  return [
    ...transactions.flatMap(({ tokens }) => tokens.collections.map((change) => change.collectionId)),
    ...events.flatMap((event) => event.collection_id ?? []),
  ]
}
