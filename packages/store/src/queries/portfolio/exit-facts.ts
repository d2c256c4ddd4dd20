import { sql } from 'kysely'
import { supportedBySales } from '../collections/estimate-sql.ts'
import { type UsualFloorOptions, usualFloorSql } from '../orders/usual-floor.ts'
import { type Reader, readRows } from '../read-rows.ts'

/**
 * Reads the usual floor of sellers other than some wallets in some collections, as far as sales support it; collections without one are absent. Octas.
 * @param options.sellers the wallets whose listings do not count.
 */
export async function readOthersFloors(
  reader: Reader,
  collectionIds: readonly string[],
  options: UsualFloorOptions,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await readRows(
    reader,
    sql<{ collectionId: string; octas: bigint | null }>`
    select wanted.id as "collectionId", ${supportedBySales(sql`floor.price_octas`)} as octas
    from unnest(${[...collectionIds]}::text[]) as wanted (id)
    cross join lateral (${usualFloorSql(sql`wanted.id`, options)}) as floor
    join market.collection_stats s on s.collection_id = wanted.id`,
  )
  return new Map(rows.flatMap(({ collectionId, octas }) => (octas === null ? [] : [[collectionId, octas] as const])))
}

/** Returns those of some tokens that their creator has frozen: they can be neither sold nor listed. */
export async function readFrozenTokens(reader: Reader, tokenDataIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`
    select wanted.id from unnest(${[...new Set(tokenDataIds)]}::text[]) as wanted (id)
    where exists (select from chain.current_token_ownerships_v2 o
      where o.token_data_id = wanted.id and o.amount > 0 and o.is_soulbound_v2)`,
  )
  return new Set(rows.map(({ id }) => id))
}
