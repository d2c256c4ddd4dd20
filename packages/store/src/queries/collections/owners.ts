import { sql } from 'kysely'
import { type Reader, readRow, readRows } from '../read-rows.ts'

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

/** Tokens that came to their present owner within a span of ages; microseconds. */
export interface HoldingBucket {
  /** Position in the asked bounds. */
  readonly bucket: number
  readonly tokens: bigint
  readonly owners: bigint
}

/** Medians of the ages; null where there are no holdings. */
export interface HoldingMedians {
  readonly tokenMicros: bigint | null
  readonly ownerMicros: bigint | null
}

/**
 * Reads holding times of a collection's present owners: tokens by when each came to its wallet, owners by how long
 * each has held any without a break. Tokens in the escrow of a listing or a bid count as held by their owner.
 * @param fromMicros lower bounds of the ages' buckets, rising, the first 0.
 * @returns a row for each bound.
 */
export function readHoldingTimes(
  reader: Reader,
  collectionId: string,
  fromMicros: readonly bigint[],
  nowMicros: bigint,
): Promise<readonly HoldingBucket[]> {
  const bounds = sql`${[...fromMicros]}::bigint[]`
  return readRows(
    reader,
    sql<HoldingBucket>`
    with token_ages as (
      select greatest(1, width_bucket(${nowMicros}::bigint - acquired_at_micros, ${bounds})) as place, sum(amount) as tokens
      from market.lots where collection_id = ${collectionId} and released_version is null group by place
    ), owner_ages as (
      select greatest(1, width_bucket(${nowMicros}::bigint - from_micros, ${bounds})) as place, count(*) as owners
      from market.owner_spans where collection_id = ${collectionId} and to_micros is null group by place
    )
    select place::integer - 1 as bucket, coalesce(t.tokens, 0) as tokens, coalesce(o.owners, 0) as owners
    from generate_series(1, ${fromMicros.length}::integer) as asked (place)
    left join token_ages t using (place) left join owner_ages o using (place)
    order by place`,
  )
}

/** Reads the median age of what is held, and of those who hold. */
export async function readHoldingMedians(
  reader: Reader,
  collectionId: string,
  nowMicros: bigint,
): Promise<HoldingMedians> {
  const row = await readRow(
    reader,
    sql<HoldingMedians>`
    select
      (select ${nowMicros}::bigint - percentile_disc(0.5) within group (order by acquired_at_micros)
        from market.lots where collection_id = ${collectionId} and released_version is null) as "tokenMicros",
      (select ${nowMicros}::bigint - percentile_disc(0.5) within group (order by from_micros)
        from market.owner_spans where collection_id = ${collectionId} and to_micros is null) as "ownerMicros"`,
  )
  return row ?? { tokenMicros: null, ownerMicros: null }
}
