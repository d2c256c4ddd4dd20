import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** A wallet and how many of a collection's tokens it holds; what it has in escrow is its own. */
export interface CollectionOwnerRow {
  readonly wallet: string
  readonly held: bigint
}

/** Reads a page of a collection's owners, most tokens first. */
export function readCollectionOwners(
  reader: Reader,
  collectionId: string,
  page: { readonly take: number; readonly offset?: number; readonly after?: CollectionOwnerRow },
): Promise<readonly CollectionOwnerRow[]> {
  const beyond = page.after ? sql`and (amount, wallet) < (${page.after.held}, ${page.after.wallet})` : sql``
  return readRows(
    reader,
    sql<CollectionOwnerRow>`
    select wallet, amount as held from market.collection_holders
    where collection_id = ${collectionId} ${beyond}
    order by amount desc, wallet desc limit ${page.take} offset ${page.offset ?? 0}`,
  )
}

/** Ages of a collection's present holdings. */
export interface HoldingAges {
  /** Of each asked bound how many are as old, and younger than the next. */
  readonly counts: readonly bigint[]
  /** Microseconds; null where there are none. */
  readonly medianMicros: bigint | null
}

/** @param fromMicros lower bounds of ages, rising, the first 0. */
interface AskedAges {
  readonly fromMicros: readonly bigint[]
  readonly nowMicros: bigint
}

/**
 * Reads how long ago the tokens of a collection came to their present owners. What is in the escrow of a listing or a bid counts as held by
 * its owner. The median is that of acquisitions, however many items came at once.
 */
export function readTokenAges(reader: Reader, collectionId: string, asked: AskedAges): Promise<HoldingAges> {
  const held = sql`select acquired_at_micros as since, amount from market.lots
      where collection_id = ${collectionId} and released_version is null`
  return readAges(reader, held, asked)
}

/** Reads for how long each present owner of a collection has held any of it without a break. */
export function readOwnerAges(reader: Reader, collectionId: string, asked: AskedAges): Promise<HoldingAges> {
  const held = sql`select from_micros as since, 1 as amount from market.owner_spans
      where collection_id = ${collectionId} and to_micros is null`
  return readAges(reader, held, asked)
}

/**
 * Reads the ages of holdings, each once in an index of them by time, and once more as far as the median: of a million nothing is sorted.
 * @param held SQL of the holdings, columns `since` and `amount`.
 */
async function readAges(
  reader: Reader,
  held: RawBuilder<unknown>,
  { fromMicros, nowMicros }: AskedAges,
): Promise<HoldingAges> {
  const rows = await readRows(
    reader,
    sql<{ readonly amount: bigint; readonly medianMicros: bigint | null }>`
    with ages as materialized (
      select greatest(1, width_bucket(${nowMicros}::bigint - since, ${[...fromMicros]}::bigint[])) as place,
        sum(amount) as amount, count(*) as holdings
      from (${held}) held group by place
    ), median as materialized (
      select ${nowMicros}::bigint - since as micros from (${held}) held order by since
      offset (select greatest(div(sum(holdings) + 1, 2) - 1, 0)::bigint from ages) limit 1
    )
    select coalesce(amount, 0) as amount, (select micros from median) as "medianMicros"
    from generate_series(1, ${fromMicros.length}::integer) as asked (place) left join ages using (place)
    order by place`,
  )
  return { counts: rows.map(({ amount }) => amount), medianMicros: rows[0]?.medianMicros ?? null }
}
