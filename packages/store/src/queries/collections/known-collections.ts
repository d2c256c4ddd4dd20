import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** A well-known collection: its name may be imitated. */
export interface KnownCollection {
  readonly collectionId: string
  readonly name: string
  readonly isVerified: boolean
}

/**
 * Reads the best-known collections: all verified ones, and the most traded ones.
 * @param options.minVolumeOctas volume from which an unverified collection counts, wash trades included.
 * @param options.take maximum number of collections chosen by volume.
 * @returns verified ones first, then by volume, highest first.
 */
export function readKnownCollections(
  reader: Reader,
  { minVolumeOctas, take }: { readonly minVolumeOctas: bigint; readonly take: number },
): Promise<readonly KnownCollection[]> {
  return readRows(
    reader,
    sql<KnownCollection>`
    with traded as (
      select collection_id from market.collection_names where volume_octas >= ${minVolumeOctas}
      order by volume_octas desc, collection_id desc limit ${take}::int
    )
    select c.collection_id as "collectionId", c.collection_name as name, v.collection_id is not null as "isVerified"
    from (select collection_id from traded union select collection_id from account.verified_collections) known
    join chain.current_collections_v2 c using (collection_id)
    left join market.collection_names n using (collection_id)
    left join account.verified_collections v using (collection_id)
    order by "isVerified" desc, coalesce(n.volume_octas, 0) desc, "collectionId"`,
  )
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
