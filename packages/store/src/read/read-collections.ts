import { sql } from 'kysely'
import { type ImageFactsJson, imageFactsSql } from './image-facts-sql.ts'
import { type Reader, readRows } from './read-rows.ts'
import { floorAtSql, volumesSql } from './volume-sql.ts'
import { slidingWindows } from './windows.ts'

/** One collection with its figures; amounts in octas. */
export interface CollectionRow {
  readonly collectionId: string
  readonly name: string
  readonly description: string
  readonly uri: string
  readonly image: string | null
  readonly imageFacts: ImageFactsJson | null
  readonly creatorAddress: string
  readonly tokenStandard: 'v1' | 'v2'
  readonly maxSupply: bigint | null
  readonly floorOctas: bigint | null
  readonly topBidOctas: bigint | null
  readonly listedCount: bigint
  readonly ownerCount: bigint
  readonly supply: bigint
  readonly volumeAllOctas: bigint
  readonly salesAll: bigint
  readonly lastSaleOctas: bigint | null
  readonly volumeDayOctas: bigint
  readonly volumeWeekOctas: bigint
  readonly volumeMonthOctas: bigint
  readonly salesDay: bigint
  readonly floorDayAgoOctas: bigint | null
  readonly floorWeekAgoOctas: bigint | null
  readonly isVerified: boolean
  readonly isFeatured: boolean
  readonly isFavourite: boolean
  readonly lastVersion: bigint
}

/**
 * Collections by id, in the order of the ids; unknown ids are left out.
 * @param wallet whose favourites are marked; null for nobody's.
 */
export async function readCollections(
  reader: Reader,
  ids: readonly string[],
  options: { nowMicros: bigint; wallet: string | null },
): Promise<readonly CollectionRow[]> {
  if (ids.length === 0) return []
  const rows = await readRows(reader, collectionsSql(ids, options))
  const byId = new Map(rows.map((row) => [row.collectionId, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function collectionsSql(ids: readonly string[], { nowMicros, wallet }: { nowMicros: bigint; wallet: string | null }) {
  const windows = slidingWindows(nowMicros)
  return sql<CollectionRow>`
    select c.collection_id as "collectionId", c.collection_name as name, c.description, c.uri, m.image,
      ${imageFactsSql('ci')} as "imageFacts",
      c.creator_address as "creatorAddress", c.token_standard as "tokenStandard", c.max_supply as "maxSupply",
      s.floor_octas as "floorOctas", s.top_bid_octas as "topBidOctas", coalesce(s.listed_count, 0) as "listedCount",
      coalesce(s.owner_count, 0) as "ownerCount", coalesce(s.supply, c.current_supply)::bigint as supply,
      coalesce(s.volume_all_octas, 0) as "volumeAllOctas", coalesce(s.sales_all, 0) as "salesAll",
      s.last_sale_octas as "lastSaleOctas", coalesce(v.day_octas, 0) as "volumeDayOctas",
      coalesce(v.week_octas, 0) as "volumeWeekOctas", coalesce(v.month_octas, 0) as "volumeMonthOctas",
      coalesce(v.day_sales, 0) as "salesDay",
      ${floorAtSql('c.collection_id', windows.day.startMicros)} as "floorDayAgoOctas",
      ${floorAtSql('c.collection_id', windows.week.startMicros)} as "floorWeekAgoOctas",
      l.collection_id is not null as "isVerified", coalesce(l.is_featured, false) as "isFeatured",
      f.collection_id is not null as "isFavourite",
      greatest(coalesce(s.last_version, 0), c.last_transaction_version) as "lastVersion"
    from chain.current_collections_v2 c
    left join market.collection_stats s on s.collection_id = c.collection_id
    left join (${volumesSql(windows, ids)}) v on v.collection_id = c.collection_id
    left join market.metadata m on m.uri = c.uri
    left join market.images ci on ci.src = m.image
    left join account.verified_collections l on l.collection_id = c.collection_id
    left join account.favourites f on f.collection_id = c.collection_id and f.wallet = ${wallet}
    where c.collection_id = any(${[...ids]}::text[])`
}
