import { type RawBuilder, sql } from 'kysely'
import { estimateOf } from '../collections/estimate-sql.ts'
import { LISTED_BY_SELLER } from '../orders/listings.ts'
import { limitSql, type Reader, readRow, readRows } from '../read-rows.ts'

/** Holdings and gains of a wallet; amounts in octas. Cost and P&L are over lots of known cost alone. */
export interface Portfolio {
  /** Items held, those listed included. */
  readonly totalCount: bigint
  /** Of them, held with a listing that counts. */
  readonly listedCount: bigint
  /** Items held whose cost is unknown: left out of cost and P&L. */
  readonly unknownCostCount: bigint
  readonly costOctas: bigint
  /** Of everything held, whatever it cost. */
  readonly estimateOctas: bigint
  /** Of what has a known cost: `costOctas + unrealisedOctas`. */
  readonly knownCostEstimateOctas: bigint
  readonly unrealisedOctas: bigint
  /** Sum of net received minus cost over the items sold whose cost and proceeds are known. */
  readonly realisedOctas: bigint
  readonly soldCount: bigint
  /** Items sold that are left out of it. */
  readonly soldUnknownCount: bigint
}

/**
 * Reads holdings and P&L of a wallet, of one collection or of all. An item is estimated at 0 where its collection has no market.
 * @source docs/product/portfolio-and-pnl.md#estimate
 */
export async function readPortfolio(reader: Reader, wallet: string, collectionId?: string): Promise<Portfolio> {
  const only = (of: string) =>
    collectionId === undefined ? sql`` : sql`and ${sql.ref(`${of}.collection_id`)} = ${collectionId}`
  const row = await readRow(
    reader,
    sql<Portfolio>`
    with of_collection as (
      select l.*, worth.estimate, worth.known_estimate from market.lot_sums l
      left join lateral (
        select ${estimateOf(sql`l.held`, sql`l.held`)} as estimate,
          ${estimateOf(sql`(l.held - l.held_unknown)`, sql`l.held`)} as known_estimate
        from market.collection_stats s where s.collection_id = l.collection_id limit 1
      ) worth on true
      where l.wallet = ${wallet} ${only('l')} offset 0
    ), sum as (
      select coalesce(sum(held), 0) as total, coalesce(sum(held_unknown), 0) as unknown, coalesce(sum(cost_octas), 0) as cost,
        coalesce(sum(known_estimate), 0) as known_estimate, coalesce(sum(estimate), 0) as estimate,
        coalesce(sum(realised_octas), 0) as realised, coalesce(sum(sold), 0) as sold, coalesce(sum(sold_unknown), 0) as sold_unknown
      from of_collection
    )
    select total as "totalCount", unknown as "unknownCostCount", cost as "costOctas", estimate as "estimateOctas",
      known_estimate as "knownCostEstimateOctas", known_estimate - cost as "unrealisedOctas", realised as "realisedOctas", sold as "soldCount",
      sold_unknown as "soldUnknownCount",
      (select count(*) from market.listings l where l.seller = ${wallet} and ${LISTED_BY_SELLER} ${only('l')})
        as "listedCount"
    from sum`,
  )
  if (row === null) throw new RangeError('An aggregate always has one row.')
  return row
}

/** A wallet's holding of one token (v1: of one edition) with its cost and possible proceeds. Amounts in octas. */
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
  /** When the newest was acquired; null where no lot states it. */
  readonly acquiredAtMicros: bigint | null
  readonly floorOctas: bigint | null
  readonly topBidOctas: bigint | null
  /** Of all of them, with their share of the items that count; null without a market. */
  readonly estimateOctas: bigint | null
  /** What the wallet asks: the price of its cheapest listing that can be bought, else of the cheapest that counts. */
  readonly listedOctas: bigint | null
}

/** The last holding of the page before. */
export type HoldingPlace = Pick<WalletHolding, 'collectionId' | 'tokenDataId' | 'propertyVersion'>

/** Reads everything a wallet holds, one page in the order of collection, token and edition; tokens of unknown collections come last. */
export function readWalletHoldings(
  reader: Reader,
  wallet: string,
  page: { readonly take: number; readonly after?: HoldingPlace | undefined },
): Promise<readonly WalletHolding[]> {
  return readRows(
    reader,
    sql<WalletHolding>`
    select h.token_data_id as "tokenDataId", t.token_name as "tokenName", h.property_version as "propertyVersion",
      h.collection_id as "collectionId", c.collection_name as "collectionName", h.amount,
      l.cost as "costOctas", coalesce(l.unknown, h.amount) as "unknownCostCount", l.acquired as "acquiredAtMicros",
      s.floor_octas as "floorOctas", s.top_bid_octas as "topBidOctas", ${estimateOf(sql`h.amount`, sql`held.amount`)} as "estimateOctas",
      o.price as "listedOctas"
    from (${holdingsPage(wallet, page)}) h
    left join chain.current_token_datas_v2 t on t.token_data_id = h.token_data_id
    left join chain.current_collections_v2 c on c.collection_id = h.collection_id
    left join market.collection_stats s on s.collection_id = h.collection_id
    left join market.collection_holders held on held.wallet = ${wallet} and held.collection_id = h.collection_id
    left join lateral (
      select sum(cost_octas) as cost,
        case when count(*) > 0 then coalesce(sum(amount) filter (where cost_octas is null), 0) end as unknown,
        max(acquired_at_micros) as acquired
      from market.lots where wallet = ${wallet} and token_data_id = h.token_data_id
        and property_version = h.property_version and released_version is null and not is_in_transit
    ) l on true
    left join lateral (
      select price_octas as price from market.listings l where seller = ${wallet} and token_data_id = h.token_data_id
        and property_version = h.property_version and ${LISTED_BY_SELLER}
      order by validity = 'valid' desc, price_octas limit 1
    ) o on true
    order by h.collection_id, h.token_data_id, h.property_version`,
  )
}

/** Walks the index of a wallet's tokens: one look at each row of the page, wherever it begins. */
function holdingsPage(
  wallet: string,
  { take, after }: { readonly take: number; readonly after?: HoldingPlace | undefined },
): RawBuilder<unknown> {
  const place = sql`collection_id, token_data_id, property_version`
  const [ofCollections, ofUnknown] =
    after === undefined
      ? [sql``, sql``]
      : after.collectionId === null
        ? [
            sql`and false`,
            sql`and (token_data_id, property_version) > (${after.tokenDataId}, ${after.propertyVersion}::numeric)`,
          ]
        : [
            sql`and (${place}) > (${after.collectionId}, ${after.tokenDataId}, ${after.propertyVersion}::numeric)`,
            sql``,
          ]
  const held = sql`select * from market.token_holders where holder = ${wallet} and amount > 0`
  return sql`select * from (
      (${held} and collection_id is not null ${ofCollections} order by ${place} ${limitSql(take)})
      union all
      (${held} and collection_id is null ${ofUnknown} order by ${place} ${limitSql(take)})
    ) held order by ${place} ${limitSql(take)}`
}
