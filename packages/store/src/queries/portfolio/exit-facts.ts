import { sql } from 'kysely'
import { isSupportedBySales } from '../collections/estimate-sql.ts'
import { type UsualFloorOptions, usualFloorSql } from '../orders/usual-floor.ts'
import { type Reader, readRows } from '../read-rows.ts'

/** The usual floor of a collection. */
export interface OthersFloor {
  readonly octas: bigint
  /** False where neither a sale nor a bid is near it: who alone has something for sale asks any price. */
  readonly isSupported: boolean
}

/**
 * Reads the usual floor of sellers other than some wallets in some collections; collections without one are absent.
 * @param options.sellers the wallets whose listings do not count.
 */
export async function readOthersFloors(
  reader: Reader,
  collectionIds: readonly string[],
  options: UsualFloorOptions,
): Promise<ReadonlyMap<string, OthersFloor>> {
  const rows = await readRows(
    reader,
    sql<OthersFloor & { readonly collectionId: string }>`
    select wanted.id as "collectionId", floor.price_octas as octas, ${isSupportedBySales(sql`floor.price_octas`)} as "isSupported"
    from unnest(${[...collectionIds]}::text[]) as wanted (id)
    cross join lateral (${usualFloorSql(sql`wanted.id`, options)}) as floor
    join market.collection_stats s on s.collection_id = wanted.id`,
  )
  return new Map(rows.map(({ collectionId, ...floor }) => [collectionId, floor]))
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
