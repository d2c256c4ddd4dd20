import { type RawBuilder, sql } from 'kysely'
import { estimateOf } from '../collections/estimate-sql.ts'
import { limitSql, type Reader, readRows } from '../read-rows.ts'

/** A lot with the names and the transactions behind its numbers. Amounts in octas, for the whole lot. */
export interface WalletLot {
  readonly tokenDataId: string
  readonly tokenName: string | null
  readonly propertyVersion: bigint
  readonly collectionId: string | null
  readonly collectionName: string | null
  readonly lotIndex: number
  readonly amount: bigint
  readonly acquiredBy: string
  readonly acquiredVersion: bigint
  readonly acquiredHash: string | null
  readonly acquiredAtMicros: bigint
  readonly costOctas: bigint | null
  readonly isInTransit: boolean
  readonly releasedBy: string | null
  readonly releasedVersion: bigint | null
  readonly releasedHash: string | null
  readonly releasedAtMicros: bigint | null
  readonly proceedsOctas: bigint | null
}

/** The last lot of the page before. */
export type LotPlace = Pick<WalletLot, 'tokenDataId' | 'propertyVersion' | 'acquiredVersion' | 'lotIndex'>

/** Columns of a {@link WalletLot} from a lot `l` and {@link LOT_NAMES}. */
const LOT_COLUMNS = sql`
  l.token_data_id as "tokenDataId", t.token_name as "tokenName", l.property_version as "propertyVersion",
  l.collection_id as "collectionId", c.collection_name as "collectionName", l.lot_index as "lotIndex", l.amount,
  l.acquired_by as "acquiredBy", l.acquired_version as "acquiredVersion", a.hash as "acquiredHash",
  l.acquired_at_micros as "acquiredAtMicros", l.cost_octas as "costOctas", l.is_in_transit as "isInTransit",
  l.released_by as "releasedBy", l.released_version as "releasedVersion", r.hash as "releasedHash",
  l.released_at_micros as "releasedAtMicros", l.proceeds_octas as "proceedsOctas"`

/** Names and transactions of a lot `l`. */
const LOT_NAMES = sql`
  left join chain.current_token_datas_v2 t on t.token_data_id = l.token_data_id
  left join chain.current_collections_v2 c on c.collection_id = l.collection_id
  left join chain.transactions a on a.version = l.acquired_version
  left join chain.transactions r on r.version = l.released_version`

/** Reads every lot a wallet ever had, sold ones included, one page in the order of their key. */
export function readWalletLots(
  reader: Reader,
  wallet: string,
  page: { readonly take: number; readonly after?: LotPlace | undefined },
): Promise<readonly WalletLot[]> {
  const { after } = page
  const beyond = after
    ? sql`and (token_data_id, property_version, acquired_version, lot_index)
        > (${after.tokenDataId}, ${after.propertyVersion}::numeric, ${after.acquiredVersion}::bigint, ${after.lotIndex}::int)`
    : sql``
  return readRows(
    reader,
    sql<WalletLot>`
    select ${LOT_COLUMNS} from (
      select * from market.lots where wallet = ${wallet} ${beyond}
      order by token_data_id, property_version, acquired_version, lot_index limit ${page.take}
    ) l ${LOT_NAMES}
    order by l.token_data_id, l.property_version, l.acquired_version, l.lot_index`,
  )
}

/** Selection of a wallet's lots: those it still holds, those it sold, or all but those in transit. */
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
  /** The collection's where the token's metadata names none. */
  readonly tokenImage: string | null
  /** For the whole lot, with its share of the items that count; 0 without a market; null where it is no longer held. Octas. */
  readonly estimateOctas: bigint | null
  /** Version of the last thing that happened to it. */
  readonly lastVersion: bigint
}

/** The last lot of the page before. Lots that were acquired apart may have left together: only with both versions is it one. */
export type NewestLotPlace = Pick<
  NewestLot,
  'lastVersion' | 'tokenDataId' | 'propertyVersion' | 'lotIndex' | 'acquiredVersion'
>

interface LotsPage {
  readonly take: number
  readonly after?: NewestLotPlace
}

/** Reads a page of a wallet's lots, those to which something happened last first. */
export function readNewestLots(
  reader: Reader,
  filter: NewestLotsFilter,
  page: LotsPage,
): Promise<readonly NewestLot[]> {
  return readRows(
    reader,
    sql<NewestLot>`
    select ${LOT_COLUMNS}, coalesce(m.image, cm.image) as "tokenImage", l.last_version as "lastVersion",
      case when l.released_version is null then coalesce(${estimateOf(sql`l.amount`, sql`held.held`)}, 0) end as "estimateOctas"
    from (
      select lot.*, place.last_version from (
        select * from (${newestSql(filter, page)}) either
        ${newestFirst(sql`last_version`)} ${limitSql(page.take)}
      ) place
      cross join lateral (
        select * from market.lots where wallet = ${filter.wallet} and token_data_id = place.token_data_id
          and property_version = place.property_version and acquired_version = place.acquired_version and lot_index = place.lot_index limit 1
      ) lot
    ) l ${LOT_NAMES}
    left join market.collection_stats s on s.collection_id = l.collection_id
    left join market.lot_sums held on held.wallet = ${filter.wallet} and held.collection_id = l.collection_id
    left join market.metadata m on m.uri = t.token_uri
    left join market.metadata cm on m.image is null and cm.uri = c.uri
    order by l.last_version desc, l.token_data_id desc, l.property_version desc, l.lot_index desc, l.acquired_version desc`,
  )
}

/**
 * Selects the keys of at least a page of lots, held and released ones each in the order of an index. The index covers cost and kind of release,
 * so lots that the filter skips are never read from the table.
 */
function newestSql({ state, ...filter }: NewestLotsFilter, { take, after }: LotsPage): RawBuilder<unknown> {
  const part = (lastVersion: RawBuilder<unknown>, isIn: RawBuilder<unknown>) => sql`(
        select token_data_id, property_version, acquired_version, lot_index, ${lastVersion} as last_version from market.lots
        where wallet = ${filter.wallet} and not is_in_transit and ${isIn} ${wanted(filter)} ${beyond(lastVersion, after)}
        ${newestFirst(lastVersion)} ${limitSql(take)})`
  const held = part(sql`acquired_version`, sql`released_version is null`)
  if (state === 'held') return held
  const isSold = state === 'sold' ? sql`and released_by in ('listing', 'token-offer', 'collection-offer')` : sql``
  const released = part(sql`released_version`, sql`released_version is not null ${isSold}`)
  return state === 'sold' ? released : sql`${held} union all ${released}`
}

/** Returns the order of the list: that of the indexes, and of lots with equal keys there the last acquired first. */
function newestFirst(lastVersion: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`order by ${lastVersion} desc, token_data_id desc, property_version desc, lot_index desc, acquired_version desc`
}

function beyond(lastVersion: RawBuilder<unknown>, after: NewestLotPlace | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``
  return sql`and (${lastVersion}, token_data_id, property_version, lot_index, acquired_version)
    < (${after.lastVersion}::bigint, ${after.tokenDataId}, ${after.propertyVersion}::numeric, ${after.lotIndex}::int,
      ${after.acquiredVersion}::bigint)`
}

function wanted(filter: Omit<NewestLotsFilter, 'state'>): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (filter.collectionId !== undefined) parts.push(sql`and collection_id = ${filter.collectionId}`)
  if (filter.tokenDataId !== undefined) parts.push(sql`and token_data_id = ${filter.tokenDataId}`)
  if (filter.isCostKnown !== undefined)
    parts.push(filter.isCostKnown ? sql`and cost_octas is not null` : sql`and cost_octas is null`)
  return sql.join(parts, sql` `)
}
