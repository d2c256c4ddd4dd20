import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'
import { type ImageFactsJson, imageFactsSql } from '../tokens/metadata.ts'
import { slidingWindows } from '../windows.ts'
import { ESTIMATE } from './estimate-sql.ts'
import { storedVolumesSql } from './ranking/stored-windows.ts'
import { exactFloorAtSql, floorAtSql, rowsOfEach, soldSql, washVolumesSql } from './volume-sql.ts'

/** A collection with its stats; amounts in octas. */
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
  readonly volumeHourOctas: bigint
  readonly volumeDayOctas: bigint
  readonly volumeWeekOctas: bigint
  readonly volumeMonthOctas: bigint
  readonly salesHour: bigint
  readonly salesDay: bigint
  readonly salesWeek: bigint
  readonly salesMonth: bigint
  readonly floorHourAgoOctas: bigint | null
  readonly floorDayAgoOctas: bigint | null
  readonly floorWeekAgoOctas: bigint | null
  readonly floorMonthAgoOctas: bigint | null
  readonly isVerified: boolean
  readonly isFeatured: boolean
  readonly isFavourite: boolean
  readonly lastVersion: bigint
}

/** Name, image, number of tokens and best prices of a collection, without the sums of its trades. */
export interface CollectionHead
  extends Pick<
    CollectionRow,
    'collectionId' | 'name' | 'image' | 'tokenStandard' | 'supply' | 'floorOctas' | 'topBidOctas'
  > {
  /** Of one item; null without a market. */
  readonly estimateOctas: bigint | null
}

/** Reads names and prices of collections by id, in any order; unknown ids are left out. */
export function readCollectionHeads(reader: Reader, ids: readonly string[]): Promise<readonly CollectionHead[]> {
  return readRows(
    reader,
    sql<CollectionHead>`
    select c.collection_id as "collectionId", c.collection_name as name, m.image, c.token_standard as "tokenStandard",
      coalesce(s.supply, c.current_supply) as supply, s.floor_octas as "floorOctas", s.top_bid_octas as "topBidOctas",
      ${ESTIMATE} as "estimateOctas"
    from chain.current_collections_v2 c
    left join market.collection_stats s on s.collection_id = c.collection_id
    left join market.metadata m on m.uri = c.uri
    where c.collection_id = any(${[...ids]}::text[])`,
  )
}

export interface CollectionOptions {
  readonly nowMicros: bigint
  readonly wallet: string | null
  readonly isWashOut?: boolean
}

/**
 * Reads collections by id, in the order of the ids; unknown ids are left out. Planning the join of ten tables takes longer than reading
 * a few collections: give it a reader whose statements are planned once.
 * @param options.wallet wallet whose favourites are marked; null marks none.
 * @param options.isWashOut leaves wash trades out of volumes and sales.
 */
export async function readCollections(
  reader: Reader,
  ids: readonly string[],
  options: CollectionOptions,
): Promise<readonly CollectionRow[]> {
  if (ids.length === 0) return []
  const rows = await readRows(reader, collectionsSql(ids, options))
  const byId = new Map(rows.map((row) => [row.collectionId, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function collectionsSql(ids: readonly string[], { nowMicros, wallet, isWashOut = false }: CollectionOptions) {
  const windows = slidingWindows(nowMicros)
  const washed = isWashOut
    ? sql`left join (${washVolumesSql(windows, rowsOfEach(ids))}) w on w.collection_id = c.collection_id`
    : sql``
  const sold = (sum: string, flagged: string) => soldSql(sum, flagged, isWashOut)
  return sql<CollectionRow>`
    select c.collection_id as "collectionId", c.collection_name as name, c.description, c.uri, m.image,
      ${imageFactsSql('ci')} as "imageFacts",
      c.creator_address as "creatorAddress", c.token_standard as "tokenStandard", nullif(c.max_supply, 0) as "maxSupply",
      s.floor_octas as "floorOctas", s.top_bid_octas as "topBidOctas", coalesce(s.listed_count, 0) as "listedCount",
      coalesce(s.owner_count, 0) as "ownerCount", coalesce(s.supply, c.current_supply) as supply,
      ${sold('s.volume_all_octas', 'w.all_octas')} as "volumeAllOctas",
      ${sold('s.sales_all', 'w.all_sales')} as "salesAll", s.last_sale_octas as "lastSaleOctas",
      ${sold('v.hour_octas', 'w.hour_octas')} as "volumeHourOctas",
      ${sold('v.day_octas', 'w.day_octas')} as "volumeDayOctas",
      ${sold('v.week_octas', 'w.week_octas')} as "volumeWeekOctas",
      ${sold('v.month_octas', 'w.month_octas')} as "volumeMonthOctas",
      ${sold('v.hour_sales', 'w.hour_sales')} as "salesHour",
      ${sold('v.day_sales', 'w.day_sales')} as "salesDay",
      ${sold('v.week_sales', 'w.week_sales')} as "salesWeek",
      ${sold('v.month_sales', 'w.month_sales')} as "salesMonth",
      ${exactFloorAtSql('c.collection_id', windows.hour.startMicros)} as "floorHourAgoOctas",
      ${floorAtSql('c.collection_id', windows.day.startMicros)} as "floorDayAgoOctas",
      ${floorAtSql('c.collection_id', windows.week.startMicros)} as "floorWeekAgoOctas",
      ${floorAtSql('c.collection_id', windows.month.startMicros)} as "floorMonthAgoOctas",
      l.collection_id is not null as "isVerified", coalesce(l.is_featured, false) as "isFeatured",
      f.collection_id is not null as "isFavourite",
      greatest(coalesce(s.last_version, 0), c.last_transaction_version) as "lastVersion"
    from chain.current_collections_v2 c
    left join market.collection_stats s on s.collection_id = c.collection_id
    left join (${storedVolumesSql(windows, ids)}) v on v.collection_id = c.collection_id
    ${washed}
    left join market.metadata m on m.uri = c.uri
    left join market.images ci on ci.src = m.image
    left join account.verified_collections l on l.collection_id = c.collection_id
    left join account.favourites f on f.collection_id = c.collection_id and f.wallet = ${wallet}
    where c.collection_id = any(${[...ids]}::text[])`
}

/** Royalty of a token or a collection. */
export interface RoyaltyRow {
  readonly objectAddress: string
  readonly payeeAddress: string
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Reads royalties by token data id, object or collection; those without one are absent. */
export async function readRoyalties(
  reader: Reader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, RoyaltyRow>> {
  if (addresses.length === 0) return new Map()
  const rows = await readRows(
    reader,
    sql<RoyaltyRow>`
    select object_address as "objectAddress", payee_address as "payeeAddress", numerator, denominator
    from chain.current_royalties where object_address = any(${[...addresses]}::text[])`,
  )
  return new Map(rows.map((row) => [row.objectAddress, row]))
}
