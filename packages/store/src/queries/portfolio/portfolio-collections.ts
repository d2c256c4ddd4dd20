import { type RawBuilder, sql } from 'kysely'
import { estimateOf } from '../collections/estimate-sql.ts'
import { LISTED_BY_SELLER } from '../orders/listings.ts'
import { escapeLike, type Reader, readRows } from '../read-rows.ts'
import { IS_TRADED, isSpam, type SpamChoice, spamCondition } from './spam.ts'

/** A wallet's holding of one collection. Amounts in octas. */
export interface PortfolioCollectionRow {
  readonly collectionId: string
  readonly name: string
  readonly image: string | null
  readonly isVerified: boolean
  readonly tokenStandard: 'v1' | 'v2'
  readonly floorOctas: bigint | null
  /** Version at which the listing at the floor was placed or last changed, the oldest of several. */
  readonly floorVersion: bigint | null
  readonly topBidOctas: bigint | null
  /** Tokens held, editions counted each; what a listing holds in escrow is still the seller's. */
  readonly tokenCount: bigint
  /** Of them, tokens that this wallet has for sale: each listing of the older standard has one of its own. */
  readonly listedCount: bigint
  /** Lowest price of this wallet's listings that can be bought. */
  readonly ownFloorOctas: bigint | null
  /** Estimate of all of them; 0 without a market. @source docs/product/portfolio-and-pnl.md#estimate */
  readonly valueOctas: bigint
  /** Unsolicited and untraded, or flagged: see `isSpam`. */
  readonly isSpam: boolean
}

export interface PortfolioCollectionFilter {
  readonly holder: string
  readonly collectionIds?: readonly string[]
  /** Only collections of which the wallet has something for sale. */
  readonly listedOnly?: boolean
  /** Part of the name. */
  readonly search?: string
  readonly spam?: SpamChoice
}

/** Finds a page of the collections a wallet holds, most valuable first; ties by id. */
export function findPortfolioCollections(
  reader: Reader,
  filter: PortfolioCollectionFilter,
  page: { take: number; offset?: number; after?: Pick<PortfolioCollectionRow, 'valueOctas' | 'collectionId'> },
): Promise<readonly PortfolioCollectionRow[]> {
  const { after } = page
  const beyond = after
    ? sql`where ("valueOctas", "collectionId") < (${after.valueOctas}, ${after.collectionId})`
    : sql``
  return readRows(
    reader,
    sql<PortfolioCollectionRow>`
    select "collectionId", name, m.image, v.collection_id is not null as "isVerified", "tokenStandard", "floorOctas",
      "topBidOctas", "tokenCount", "listedCount", "ownFloorOctas", "valueOctas", (
        select min(last_version) from market.listings l where l.collection_id = page."collectionId"
          and l.price_octas = page."floorOctas" and l.state = 'open' and l.validity = 'valid'
      ) as "floorVersion",
      ${isSpam(sql`page."collectionId"`, filter.holder, sql`page."isTraded"`)} as "isSpam"
    from (
      select * from (${holdingsSql(filter)}) as holdings ${beyond}
      order by "valueOctas" desc, "collectionId" desc limit ${page.take} offset ${page.offset ?? 0}
    ) as page
    left join market.metadata m on m.uri = page.uri
    left join account.verified_collections v on v.collection_id = page."collectionId"
    order by "valueOctas" desc, "collectionId" desc`,
  )
}

/** Finds ids of the most valuable collections of which a wallet has something for sale; nothing that a list shows of them is read. */
export async function findListedCollectionIds(
  reader: Reader,
  holder: string,
  take: number,
): Promise<readonly string[]> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`
    select "collectionId" as id from (${holdingsSql({ holder, listedOnly: true })}) as holdings
    order by "valueOctas" desc, "collectionId" desc limit ${take}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns a wallet's holdings by collection, most valuable first, without the columns that only a page's rows have. Stats are looked up one by
 * one: joined, the planner reads them all for a wallet that holds much. What is held and what is listed are added up together: joined by a plan
 * for any wallet, each collection of a large one would be compared with all that it has listed. Names, and what is spam, are looked up in the
 * order of the values, as far as a page goes.
 */
function holdingsSql(filter: PortfolioCollectionFilter): RawBuilder<unknown> {
  return sql`
    select held.collection_id as "collectionId", c.collection_name as name, c.uri, c.token_standard as "tokenStandard",
      held.floor_octas as "floorOctas", held.top_bid_octas as "topBidOctas",
      held.amount as "tokenCount", held.listed as "listedCount", held.floor as "ownFloorOctas", held.value as "valueOctas", held.is_traded as "isTraded"
    from (
      select held.*, s.floor_octas, s.top_bid_octas, s.is_traded, coalesce(s.value, 0) as value
      from (
        select collection_id, sum(amount) as amount, count(distinct item) as listed, min(price_octas) filter (where validity = 'valid') as floor
        from (
          select collection_id, amount, null as item, null::numeric as price_octas, null as validity
          from market.collection_holders where wallet = ${filter.holder}
          union all
          select collection_id, 0, case when token_standard = 'v1' then marketplace || ' ' || listing_id else token_data_id end, price_octas, validity
          from market.listings l where seller = ${filter.holder} and ${LISTED_BY_SELLER}
        ) either group by collection_id having sum(amount) > 0
      ) as held
      left join lateral (
        select floor_octas, top_bid_octas, ${estimateOf(sql`held.amount`, sql`held.amount`)} as value, ${IS_TRADED} as is_traded from market.collection_stats s
        where collection_id = held.collection_id limit 1
      ) s on true
      where true ${heldConditions(filter)} order by value desc, held.collection_id desc offset 0
    ) as held
    cross join lateral (
      select collection_id, collection_name, uri, token_standard from chain.current_collections_v2
      where collection_id = held.collection_id limit 1
    ) c
    where true ${shownConditions(filter)}`
}

function heldConditions({ collectionIds, listedOnly }: PortfolioCollectionFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (collectionIds !== undefined) parts.push(sql`and held.collection_id = any(${[...collectionIds]}::text[])`)
  if (listedOnly === true) parts.push(sql`and held.listed > 0`)
  return sql.join(parts, sql` `)
}

/** Spam is looked up only where the name fits, which few do: by the id of `c`, which comes with the name. */
function shownConditions({ search, spam, holder }: PortfolioCollectionFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (search !== undefined) parts.push(sql`and c.collection_name ilike ${`%${escapeLike(search)}%`}`)
  const id = search === undefined ? sql`held.collection_id` : sql`c.collection_id`
  const chosen = spamCondition(spam, id, holder, sql`held.is_traded`)
  if (chosen !== null) parts.push(chosen)
  return sql.join(parts, sql` `)
}
