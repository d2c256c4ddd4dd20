import { sql } from 'kysely'
import { LISTED_BY_SELLER } from './listed-sql.ts'
import { type Reader, readRows } from './read-rows.ts'

/** What a wallet holds of one token (v1: of one edition), with what it paid and what it might get. Amounts in octas. */
export interface WalletHolding {
  readonly tokenDataId: string
  readonly tokenName: string | null
  readonly propertyVersion: bigint
  readonly collectionId: string | null
  readonly collectionName: string | null
  readonly amount: bigint
  /** Paid for the items of known cost together; null when the cost of none is known. */
  readonly costOctas: bigint | null
  /** Items held whose cost is unknown. */
  readonly unknownCostCount: bigint
  /** When the newest came; null where no lot tells. */
  readonly acquiredAtMicros: bigint | null
  readonly floorOctas: bigint | null
  readonly topBidOctas: bigint | null
  /** The wallet's cheapest listing that counts. */
  readonly listedOctas: bigint | null
}

/** The last holding of the page before. */
export type HoldingPlace = Pick<WalletHolding, 'tokenDataId' | 'propertyVersion'>

/** Everything a wallet holds, one page in the order of token and edition. */
export function readWalletHoldings(
  reader: Reader,
  wallet: string,
  page: { readonly take: number; readonly after?: HoldingPlace | undefined },
): Promise<readonly WalletHolding[]> {
  const { after } = page
  const beyond = after
    ? sql`and (token_data_id, property_version) > (${after.tokenDataId}, ${after.propertyVersion}::numeric)`
    : sql``
  return readRows(
    reader,
    sql<WalletHolding>`
    select h.token_data_id as "tokenDataId", t.token_name as "tokenName", h.property_version as "propertyVersion",
      h.collection_id as "collectionId", c.collection_name as "collectionName", h.amount,
      l.cost as "costOctas", coalesce(l.unknown, h.amount) as "unknownCostCount", l.acquired as "acquiredAtMicros",
      s.floor_octas as "floorOctas", s.top_bid_octas as "topBidOctas", o.price as "listedOctas"
    from (
      select * from market.token_holders where holder = ${wallet} and amount > 0 ${beyond}
      order by token_data_id, property_version limit ${page.take}
    ) h
    left join chain.current_token_datas_v2 t on t.token_data_id = h.token_data_id
    left join chain.current_collections_v2 c on c.collection_id = h.collection_id
    left join market.collection_stats s on s.collection_id = h.collection_id
    left join lateral (
      select sum(cost_octas) as cost,
        case when count(*) > 0 then coalesce(sum(amount) filter (where cost_octas is null), 0) end as unknown,
        max(acquired_at_micros) as acquired
      from market.lots where wallet = ${wallet} and token_data_id = h.token_data_id
        and property_version = h.property_version and released_version is null and not is_in_transit
    ) l on true
    left join lateral (
      select min(price_octas) as price from market.listings l where seller = ${wallet} and token_data_id = h.token_data_id
        and property_version = h.property_version and ${LISTED_BY_SELLER}
    ) o on true
    order by h.token_data_id, h.property_version`,
  )
}
