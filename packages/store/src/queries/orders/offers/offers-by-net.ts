import type { Charge } from '@opal/domain/prices/commission'
import { type RawBuilder, sql } from 'kysely'
import type { OfferPlace } from './offers.ts'

/** The part of a list, highest first, that a page is of. */
export interface OfferRange {
  readonly by: 'date' | 'price'
  /** Number of rows up to the page's end, of those below. */
  readonly wanted: number
  /** Value that every row of the page is below, or that the row `after` has; null for the beginning. */
  readonly below: bigint | null
  /** The last row of the page before: others may share its value. */
  readonly after?: OfferPlace
  /** Every row from this value on is asked for, instead of a number of them. */
  readonly least?: RawBuilder<unknown>
}

/** Selects offers, at least those that a range asks for. @source `AnyOfferRow` of offers.ts, for the columns */
export type OffersInRange = (range: OfferRange) => RawBuilder<unknown>

/** Commission of a marketplace on offers that were placed from a moment on: the lower of two charges. */
export interface OfferCommission {
  readonly marketplace: string
  readonly fromMicros: bigint
  readonly charges: readonly [Charge, Charge]
}

/**
 * Selects offers with what one token brings its seller, their net: price less royalty less commission. The royalty is the token's own,
 * else the collection's. Leaves out some that come after the page: a net is never above its price, so no offer of the page has a lower price
 * than the least net of the dearest offers, as many as are wanted.
 * @param page `wanted`: how many offers of a net below `below` go up to the page's end.
 * @source `splitPrice` of packages/domain/src/prices/sale-split.ts
 */
export function offersByNet(
  offers: OffersInRange,
  page: { readonly commissions: readonly OfferCommission[]; readonly wanted: number; readonly below: bigint | null },
): RawBuilder<unknown> {
  const { wanted, below } = page
  const dearest = offers({ by: 'price', wanted, below })
  const least = sql`(select octas from least)`
  const found = offers({ by: 'price', wanted, below: null, least })
  // The offset of 0 keeps the net from being computed once for each condition on it.
  return sql`
    with dearest as materialized (
      select * from (${dearest}) as dearest where ${below === null ? sql`true` : sql`"priceOctas" < ${below}`}
      order by "priceOctas" desc limit ${wanted}
    ),
    ${royaltiesOf('royalty_of_dearest', 'dearest')},
    ${periodsOf(page.commissions)},
    least as materialized (
      select case when count(*) = ${wanted} then min("sortValue") else 0 end as octas
      from (${withNet('dearest', 'royalty_of_dearest')}) as dearest
    ),
    found as materialized (select * from (${found}) as found where "priceOctas" >= ${least}),
    ${royaltiesOf('royalty', 'found')}
    ${withNet('found', 'royalty')} offset 0`
}

/** Returns the table `name` of the royalties that sales into offers pay. */
function royaltiesOf(name: string, offers: string): RawBuilder<unknown> {
  return sql`
    ${sql.ref(name)} as materialized (
      select object_address, numerator, nullif(denominator, 0) as denominator from chain.current_royalties
      where object_address in (select "tokenDataId" from ${sql.ref(offers)} union select "collectionId" from ${sql.ref(offers)})
    )`
}

/** Returns the table `period` of commissions: each counts until the next of its marketplace begins. */
function periodsOf(commissions: readonly OfferCommission[]): RawBuilder<unknown> {
  const charge = (at: 0 | 1) => {
    const charges = commissions.map(({ charges }) => charges[at])
    return sql`${charges.map(({ rate }) => rate.numerator)}::numeric[], ${charges.map(({ rate }) => rate.denominator)}::numeric[],
      ${charges.map(({ fixedOctas }) => fixedOctas)}::numeric[]`
  }
  return sql`
    period as materialized (
      select place, from_micros, lead(from_micros) over (partition by place order by from_micros) as until_micros,
        placed_numerator, nullif(placed_denominator, 0) as placed_denominator, fixed_placed,
        now_numerator, nullif(now_denominator, 0) as now_denominator, fixed_now
      from unnest(
        ${commissions.map(({ marketplace }) => marketplace)}::text[], ${commissions.map(({ fromMicros }) => fromMicros)}::numeric[],
        ${charge(0)}, ${charge(1)}
      ) as period (place, from_micros, placed_numerator, placed_denominator, fixed_placed, now_numerator, now_denominator, fixed_now)
    )`
}

/** Selects offers with their net. Royalties and periods are joined: a look-up for each offer takes most of the time of a long list. */
function withNet(offers: string, royalty: string): RawBuilder<unknown> {
  const part = (numerator: string, denominator: string) =>
    sql`coalesce(div("priceOctas" * ${sql.ref(numerator)}, ${sql.ref(denominator)}), 0)`
  return sql`
    select offer.*, greatest(
      "priceOctas"
        - case when of_token.object_address is null then ${part('of_collection.numerator', 'of_collection.denominator')}
            else ${part('of_token.numerator', 'of_token.denominator')} end
        - case when place is null then 0 else least(
            coalesce(fixed_placed, ${part('placed_numerator', 'placed_denominator')}),
            coalesce(fixed_now, ${part('now_numerator', 'now_denominator')})
          ) end,
      0
    ) as "sortValue"
    from ${sql.ref(offers)} as offer
    left join ${sql.ref(royalty)} of_token on of_token.object_address = offer."tokenDataId"
    left join ${sql.ref(royalty)} of_collection on of_collection.object_address = offer."collectionId"
    left join period on place = offer.marketplace and from_micros <= offer."placedAtMicros"
      and (until_micros is null or offer."placedAtMicros" < until_micros)`
}
