import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'
import { LOT_COLUMNS, LOT_NAMES, type WalletLot } from './read-wallet-lots.ts'

/** Which of a wallet's lots: those it still holds, those it sold, or all but what only passed through it. */
export type LotState = 'held' | 'sold' | 'all'

export interface NewestLotsFilter {
  readonly wallet: string
  readonly state: LotState
  readonly collectionId?: string
  readonly tokenDataId?: string
  /** Whether the cost is known. */
  readonly isCostKnown?: boolean
}

/** A lot with what it would bring now. */
export interface NewestLot extends WalletLot {
  readonly tokenImage: string | null
  /** For the whole lot at the higher of floor and top bid; null where it is no longer held. Octas. */
  readonly estimateOctas: bigint | null
  /** Version of the last thing that happened to it. */
  readonly lastVersion: bigint
}

/** The last lot of the page before. */
export type NewestLotPlace = Pick<NewestLot, 'lastVersion' | 'tokenDataId' | 'propertyVersion' | 'lotIndex'>

/** A page of a wallet's lots, those to which something happened last first. */
export function readNewestLots(
  reader: Reader,
  filter: NewestLotsFilter,
  page: { readonly take: number; readonly after?: NewestLotPlace },
): Promise<readonly NewestLot[]> {
  return readRows(
    reader,
    sql<NewestLot>`
    select ${LOT_COLUMNS}, m.image as "tokenImage", l.last_version as "lastVersion",
      case when l.released_version is null then l.amount * greatest(s.floor_octas, s.top_bid_octas, 0) end as "estimateOctas"
    from (
      select * from (
        select *, coalesce(released_version, acquired_version) as last_version from market.lots
        where wallet = ${filter.wallet} and not is_in_transit ${wanted(filter)}
      ) as o ${beyond(page.after)}
      order by last_version desc, token_data_id desc, property_version desc, lot_index desc limit ${page.take}
    ) l ${LOT_NAMES}
    left join market.collection_stats s on s.collection_id = l.collection_id
    left join market.metadata m on m.uri = t.token_uri
    order by l.last_version desc, l.token_data_id desc, l.property_version desc, l.lot_index desc`,
  )
}

function beyond(after: NewestLotPlace | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``
  return sql`where (last_version, token_data_id, property_version, lot_index)
    < (${after.lastVersion}::bigint, ${after.tokenDataId}, ${after.propertyVersion}::numeric, ${after.lotIndex}::int)`
}

function wanted(filter: NewestLotsFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (filter.state === 'held') parts.push(sql`and released_version is null`)
  if (filter.state === 'sold') parts.push(sql`and released_by in ('listing', 'token-offer', 'collection-offer')`)
  if (filter.collectionId !== undefined) parts.push(sql`and collection_id = ${filter.collectionId}`)
  if (filter.tokenDataId !== undefined) parts.push(sql`and token_data_id = ${filter.tokenDataId}`)
  if (filter.isCostKnown !== undefined)
    parts.push(filter.isCostKnown ? sql`and cost_octas is not null` : sql`and cost_octas is null`)
  return sql.join(parts, sql` `)
}
