import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRow } from '../read-rows.ts'

/** A listing counts once it could be bought at its price for this long, and while it will remain for this long, microseconds. */
export const MIN_OPEN_MICROS = 600_000_000n

/** Listings of a collection that are looked through for a lasting one: a wallet may have the thousand cheapest. */
const MAX_LISTINGS = 1_000

export interface UsualFloorOptions {
  readonly nowMicros: bigint
  /** Octas; listings below it count as no floor: they cost their sellers only gas. */
  readonly leastOctas: bigint
  /** Whose listings do not count. */
  readonly sellers?: readonly string[]
}

/**
 * Selects the usual floor of a collection as `price_octas`: the lowest price of its lasting listings, no row without one. A listing that
 * ends, or may be canceled, before anyone could buy it does not move it; nor does an old one whose token was away or frozen until a moment ago.
 * @param collectionId SQL of the collection's id.
 * @source docs/product/collections.md#usual-floor
 */
export function usualFloorSql(
  collectionId: RawBuilder<unknown>,
  { nowMicros, leastOctas, sellers = [] }: UsualFloorOptions,
): RawBuilder<unknown> {
  return sql`
    select price_octas from (
      select marketplace, listing_id, price_octas, seller, last_at_micros, expires_at_seconds, falls_until_seconds
      from market.listings
      where collection_id = ${collectionId} and state = 'open' and validity = 'valid' and price_octas >= ${leastOctas}
      order by price_octas, token_data_id limit ${sql.lit(MAX_LISTINGS)}
    ) as cheapest
    where last_at_micros <= ${nowMicros - MIN_OPEN_MICROS} and seller <> all(${[...sellers]}::text[])
      and (expires_at_seconds is null or expires_at_seconds * 1000000 >= ${nowMicros + MIN_OPEN_MICROS}::numeric)
      and (falls_until_seconds is null or falls_until_seconds * 1000000 <= ${nowMicros - MIN_OPEN_MICROS}::numeric)
      and ${newestSpanSql('cheapest')} <= ${nowMicros - MIN_OPEN_MICROS}
    order by price_octas limit 1`
}

/** The time since which a listing can be bought at its price; 0 where unknown. A scalar, which no plan turns into a join with all spans. */
function newestSpanSql(listing: string): RawBuilder<bigint> {
  const [marketplace, id] = [sql.ref(`${listing}.marketplace`), sql.ref(`${listing}.listing_id`)]
  return sql`coalesce((select span.from_micros from market.listing_spans span
    where span.marketplace = ${marketplace} and span.listing_id = ${id} order by span.from_micros desc limit 1), 0)`
}

/** Reads the usual floor of a collection in octas; null without one. */
export async function readUsualFloor(
  reader: Reader,
  collectionId: string,
  options: UsualFloorOptions,
): Promise<bigint | null> {
  const row = await readRow(
    reader,
    sql<{ octas: bigint }>`
    select price_octas as octas from (${usualFloorSql(sql`${collectionId}`, options)}) floor`,
  )
  return row?.octas ?? null
}
