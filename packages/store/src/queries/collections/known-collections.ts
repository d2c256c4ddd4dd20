import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** A collection that others may imitate. */
export interface KnownCollection {
  readonly collectionId: string
  readonly name: string
  readonly volumeOctas: bigint
  readonly isVerified: boolean
}

/**
 * Reads the collections that are worth imitating: all verified ones, and the most traded ones.
 * @param options.minVolumeOctas of those that are not verified.
 * @param options.take at most so many by their volume.
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
    select c.collection_id as "collectionId", c.collection_name as name,
      coalesce(n.volume_octas, 0)::bigint as "volumeOctas", v.collection_id is not null as "isVerified"
    from (select collection_id from traded union select collection_id from account.verified_collections) known
    join chain.current_collections_v2 c using (collection_id)
    left join market.collection_names n using (collection_id)
    left join account.verified_collections v using (collection_id)
    order by "isVerified" desc, "volumeOctas" desc, "collectionId"`,
  )
}
