import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { fillOwnerSpans } from '../history/owner-spans.ts'
import { settleOffers } from '../orders/bids/offer-validity.ts'
import { settleFills } from '../orders/order-log.ts'
import { completeCollections } from '../orders/touched-orders.ts'
import { readCollectionShares, writeWholeCollections } from './derive-collections.ts'
import { readOrderShares, readSaleShares, writeBuyingPoints, writeOrders } from './derive-orders.ts'
import { readTokenShares, writeTokens } from './derive-tokens.ts'

/** Writes one chunk of a step in its own transaction. */
type WriteShare = (db: Executor) => Promise<void>

/** A part of the derivation, processed in chunks. */
export interface Step {
  readonly name: string
  /** Tables that earlier steps filled without indexes. */
  readonly filled: readonly string[]
  /** Deletes the rows of an interrupted run, and prepares the step. */
  readonly begin: readonly ((db: Executor, nowMicros: bigint) => Promise<void>)[]
  /** @param most size of a chunk in order events, sales, tokens or collections; null for the default. */
  shares(db: Executor, most: number | null): AsyncGenerator<WriteShare, void, void>
}

function defineStep<Share>(
  { name, filled, begin }: Omit<Step, 'shares'>,
  size: number,
  read: (db: Executor, size: number) => AsyncGenerator<Share, void, void>,
  write: (db: Executor, share: Share) => Promise<void>,
): Step {
  return {
    name,
    filled,
    begin,
    async *shares(db, most) {
      for await (const share of read(db, most ?? size)) yield (writer) => write(writer, share)
    },
  }
}

/** Tokens and owners keep their indexes: rows are merged by key, and workers look them up concurrently. */
const LOG_TABLES = [
  'market.order_events',
  'market.ownership_events',
  'chain.token_activities_v2',
  'market.nft_marketplace_activities',
]
const ORDER_TABLES = [
  'market.listings',
  'market.token_offers',
  'market.collection_offers',
  'market.listing_spans',
  'market.offer_spans',
  'market.sales',
  'market.activities',
]
const TOKEN_TABLES = ['market.lots', 'market.lot_states', 'market.token_holders']
/** Tables that are filled without indexes. */
export const FILLED_TABLES: readonly string[] = [...LOG_TABLES, ...ORDER_TABLES, ...TOKEN_TABLES]

const ORDERS = defineStep(
  {
    name: 'orders',
    filled: LOG_TABLES,
    begin: [
      clear(
        ...ORDER_TABLES.filter((table) => table !== 'market.activities'),
        'market.activities where marketplace is not null',
      ),
      (db) => settleFills(db, null),
      (db) => completeCollections(db, null),
    ],
  },
  10_000,
  readOrderShares,
  writeOrders,
)

const POINTS = defineStep(
  { name: 'points', filled: ORDER_TABLES, begin: [clear('market.points_ledger')] },
  10_000,
  readSaleShares,
  writeBuyingPoints,
)

const TOKENS = defineStep(
  { name: 'tokens', filled: [], begin: [clear(...TOKEN_TABLES)] },
  2_000,
  readTokenShares,
  writeTokens,
)

const COLLECTIONS = defineStep(
  {
    name: 'collections',
    filled: TOKEN_TABLES,
    begin: [
      clear(
        'market.owner_spans',
        'market.collection_hours',
        'market.collection_stats',
        "market.points_ledger where rule <> 'buying'",
        'market.points_due',
      ),
      settleOffers,
      fillOwnerSpans,
    ],
  },
  500,
  readCollectionShares,
  writeWholeCollections,
)

/** Steps in order: each reads rows that earlier ones wrote. */
export const STEPS: readonly Step[] = [ORDERS, POINTS, TOKENS, COLLECTIONS]

function clear(...tables: readonly string[]): (db: Executor) => Promise<void> {
  return async (db) => {
    for (const table of tables) await sql`delete from ${sql.raw(table)}`.execute(db)
  }
}
