import { sumOctas } from '@opal/domain/prices/octas'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Store } from '../../../driver/connection.ts'
import { moveWindows } from '../../../ingest/stats/move-windows.ts'
import { listingSpans, sales } from '../../../schema/history.ts'
import { type CollectionHourRow, collectionHours, collectionStats } from '../../../schema/stats.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { saleRow } from '../../../testing/sale-row.ts'
import type { CollectionQuery } from '../ranking/find-collections.ts'

export const NOW = 1_790_000_000_000_000n
export const idOf = (number: number) => `0x${String(number).padStart(64, '0')}`

/** Rankings by what is stored of the windows of days, weeks and months. */
export const STORED_RANKINGS = [
  'ONE_D_VOLUME',
  'SEVEN_D_VOLUME',
  'THIRTY_D_VOLUME',
  'ONE_D_SALES',
  'SEVEN_D_SALES',
  'THIRTY_D_SALES',
  'ONE_D_CHANGE',
  'SEVEN_D_CHANGE',
  'THIRTY_D_CHANGE',
  'TRENDING',
] as readonly CollectionQuery['ranking'][]

/** Adds collections without a trade and without anything listed. */
export async function addCollections(store: Store, count: number): Promise<void> {
  await sql`insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri,
      current_supply, token_standard, last_transaction_version, last_transaction_timestamp)
    select '0x' || lpad(n::text, 64, '0'), '0x1', case when n % 2 = 0 then 'Even' else 'Odd' end, '', '', 0, 'v2', 1, now()
    from generate_series(1, ${count}::int) n`.execute(store.db)
}

/** Listings, sales and counts of one collection. */
export interface Past {
  /** Null where the index has no stats of it. */
  readonly counts: { readonly owners: bigint; readonly supply: bigint; readonly topBid: bigint | null } | null
  readonly listed: readonly { readonly octas: bigint; readonly fromMicros: bigint; readonly toMicros: bigint | null }[]
  readonly sold: readonly {
    readonly octas: bigint
    readonly isWash: boolean
    readonly atMicros: bigint
    readonly buyer: string
  }[]
}

export const hourOf = (micros: bigint) => micros - (micros % HOUR_MICROS)

export function floorAt({ listed }: Past, micros: bigint): bigint | null {
  const open = listed.filter(
    ({ fromMicros, toMicros }) => fromMicros <= micros && (toMicros === null || toMicros > micros),
  )
  return open.reduce<bigint | null>((low, { octas }) => (low === null || octas < low ? octas : low), null)
}

/** The hours in which something happened, as the indexer writes them. */
export function hoursOf(id: string, past: Past): readonly CollectionHourRow[] {
  const turns = past.listed.flatMap(({ fromMicros, toMicros }) => [fromMicros, toMicros ?? fromMicros])
  const hours = new Set([...turns, ...past.sold.map(({ atMicros }) => atMicros)].map(hourOf))
  return [...hours].map((hour) => {
    const sold = past.sold.filter(({ atMicros }) => hourOf(atMicros) === hour)
    return {
      collection_id: id,
      hour_micros: hour,
      volume_octas: sumOctas(sold.map(({ octas }) => octas)),
      sales: BigInt(sold.length),
      floor_octas: floorAt(past, hour + HOUR_MICROS - 1n),
      listed_count: 0n,
      owner_count: 0n,
    }
  })
}

/**
 * Writes the pasts of the first collections, in their order, over those that were written before.
 * @param asOfMicros time as of which ranking values are stored; without it none are.
 */
export async function writePasts(store: Store, pasts: readonly Past[], asOfMicros?: bigint): Promise<void> {
  await sql`truncate market.collection_stats, market.collection_hours, market.sales, market.listing_spans`.execute(
    store.db,
  )
  if (asOfMicros !== undefined) await moveWindows(store.db, asOfMicros)
  await addPasts(store, pasts)
}

/** Writes the pasts of the first collections, in their order, of which the store has nothing. */
export async function addPasts(store: Store, pasts: readonly Past[]): Promise<void> {
  const all = pasts.map((past, at) => ({ past, at, id: idOf(at + 1) }))
  await insertRows(
    store,
    listingSpans,
    all.flatMap(({ past, at, id }) =>
      past.listed.map(({ octas, fromMicros, toMicros }, index) => ({
        marketplace: 'somewhere',
        listing_id: `${at}/${index}`,
        from_micros: fromMicros,
        placed_version: 1n,
        to_micros: toMicros,
        collection_id: id,
        seller: '0xa',
        price_octas: octas,
      })),
    ),
  )
  await insertRows(
    store,
    sales,
    all.flatMap(({ past, at, id }) =>
      past.sold.map(({ octas, isWash, atMicros, buyer }, index) => {
        const version = BigInt(at * 100 + index)
        return saleRow({ version, collection_id: id, price_octas: octas, is_wash: isWash, at_micros: atMicros, buyer })
      }),
    ),
  )
  await insertRows(
    store,
    collectionHours,
    all.flatMap(({ past, id }) => hoursOf(id, past)),
  )
  await insertRows(
    store,
    collectionStats,
    all.flatMap(({ past, id }) =>
      past.counts === null
        ? []
        : {
            collection_id: id,
            floor_octas: floorAt(past, NOW),
            top_bid_octas: past.counts.topBid,
            listed_count: BigInt(past.listed.filter(({ toMicros }) => toMicros === null).length),
            owner_count: past.counts.owners,
            supply: past.counts.supply,
            volume_all_octas: sumOctas(past.sold.map(({ octas }) => octas)),
            sales_all: BigInt(past.sold.length),
            last_sale_octas: null,
            best_proceeds_octas: null,
            last_mint_micros: null,
            has_several_minters: false,
            last_version: 1n,
          },
    ),
  )
}

/** Before now: within the windows and about their edges. */
const age = fc.oneof(
  fc.bigInt(1n, 3n * HOUR_MICROS),
  fc.bigInt(1n, 3n * DAY_MICROS),
  fc.bigInt(6n * DAY_MICROS, 8n * DAY_MICROS),
  fc.bigInt(29n * DAY_MICROS, 32n * DAY_MICROS),
)

export const past: fc.Arbitrary<Past> = pastOf(age)

/** @param age how long before now something happens. */
export function pastOf(age: fc.Arbitrary<bigint>): fc.Arbitrary<Past> {
  return fc.record({
    counts: fc.record({
      owners: fc.bigInt(0n, 3n),
      supply: fc.bigInt(0n, 3n),
      topBid: fc.option(fc.bigInt(1n, 3n)),
    }),
    listed: fc.array(
      fc
        .record({ octas: fc.bigInt(1n, 9n), ages: fc.tuple(age, fc.option(age)) })
        .map(({ octas, ages: [from, to] }) => ({
          octas,
          fromMicros: NOW - from,
          toMicros: to === null || to >= from ? null : NOW - to,
        })),
      { maxLength: 3 },
    ),
    sold: fc.array(
      fc.record({
        octas: fc.bigInt(0n, 5n),
        isWash: fc.boolean(),
        atMicros: age.map((ago) => NOW - ago),
        buyer: fc.constantFrom('0xa', '0xb', '0xc', '0xd'),
      }),
      { maxLength: 8 },
    ),
  })
}

/** Nothing has happened in it; of some the index has no stats. */
export const quiet = fc
  .option(fc.constant({ owners: 0n, supply: 1n, topBid: null }))
  .map((counts): Past => ({ counts, listed: [], sold: [] }))
