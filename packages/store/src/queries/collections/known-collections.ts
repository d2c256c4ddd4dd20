import { sql } from 'kysely'
import { limitSql, type Reader, readRows } from '../read-rows.ts'

/** A well-known collection: its name may be imitated. */
export interface KnownCollection {
  readonly collectionId: string
  readonly name: string
  readonly isVerified: boolean
}

/** Reads the verified collections, the most traded first. */
export function readVerifiedCollections(reader: Reader): Promise<readonly KnownCollection[]> {
  return readRows(
    reader,
    sql<KnownCollection>`
    select c.collection_id as "collectionId", c.collection_name as name, true as "isVerified"
    from account.verified_collections v join chain.current_collections_v2 c using (collection_id)
    left join market.collection_names n using (collection_id)
    order by coalesce(n.volume_octas, 0) desc, c.collection_id`,
  )
}

export interface TradedNamesQuery {
  /** Volume from which a collection counts, wash trades included. */
  readonly minVolumeOctas: bigint
  /** Maximum number of collections of a skeleton. */
  readonly take: number
}

/**
 * Reads the traded collections whose names have one of some skeletons, as the indexer has stored them.
 * @returns by skeleton, most traded first; a skeleton without collections is left out.
 */
export async function readTradedNames(
  reader: Reader,
  skeletons: readonly string[],
  { minVolumeOctas, take }: TradedNamesQuery,
): Promise<ReadonlyMap<string, readonly KnownCollection[]>> {
  const rows = await readRows(
    reader,
    sql<KnownCollection & { readonly skeleton: string }>`
    select asked.skeleton, c.collection_id as "collectionId", c.collection_name as name, v.collection_id is not null as "isVerified"
    from unnest(${[...skeletons]}::text[]) as asked (skeleton)
    cross join lateral (
      select n.collection_id, n.volume_octas from market.collection_names n
      where n.skeleton = asked.skeleton and n.volume_octas > 0 and n.volume_octas >= ${minVolumeOctas}
      order by n.volume_octas desc ${limitSql(take)}
    ) n
    join chain.current_collections_v2 c using (collection_id)
    left join account.verified_collections v using (collection_id)
    order by n.volume_octas desc, c.collection_id`,
  )
  return Map.groupBy(rows, ({ skeleton }) => skeleton)
}

/** Reads the all-time volumes of collections without wash trades, in octas; unknown collections are left out. */
export async function readVolumesWithoutWash(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await readRows(
    reader,
    sql<{ id: string; octas: bigint }>`
    select n.collection_id as id, n.volume_octas - coalesce((select sum(s.price_octas) from market.sales s
      where s.collection_id = n.collection_id and s.is_wash), 0) as octas
    from market.collection_names n where n.collection_id = any(${[...ids]}::text[])`,
  )
  return new Map(rows.map(({ id, octas }) => [id, octas]))
}
