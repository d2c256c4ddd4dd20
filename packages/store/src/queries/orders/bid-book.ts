import { toSeconds } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRow, readRows } from '../read-rows.ts'
import { forShownEdition } from './best-orders-sql.ts'
import { type AnyOfferRow, collectionOffersSql, type OfferFilter, tokenOffersSql } from './offers/offers.ts'

/** Offers that are read at a time for each that is wanted: of a pool many may be behind one that it pays. */
const READ_PER_OFFER = 10
/** Each but the last leaves out what the pools met so far pay no more. */
const MAX_READS = 4

/**
 * Reads the best live offers on any token of a collection, best first; of a pool's as far as it pays them together.
 * @param notBuyer whose own offers are left out.
 */
export async function readBestCollectionOffers(
  reader: Reader,
  collectionId: string,
  page: { nowMicros: bigint; take: number; notBuyer?: string },
): Promise<readonly AnyOfferRow[]> {
  const filter: OfferFilter = {
    collectionId,
    liveAtSeconds: toSeconds(page.nowMicros),
    ...(page.notBuyer !== undefined && { notBuyers: [page.notBuyer] }),
  }
  return readPaidTogether(reader, collectionOffersSql(filter), page.take)
}

/**
 * Reads the best offers on any token of a collection on a marketplace that its holders could take together; of a pool's as far as it pays them
 * together.
 */
export async function readOffersToTake(
  reader: Reader,
  asked: { readonly collectionId: string; readonly marketplace: string; readonly holders: readonly string[] },
  page: { readonly nowMicros: bigint; readonly take: number },
): Promise<readonly AnyOfferRow[]> {
  const { collectionId, marketplace, holders: notBuyers } = asked
  const filter: OfferFilter = { collectionId, notBuyers, takeableAtSeconds: toSeconds(page.nowMicros) }
  const offers = sql<AnyOfferRow>`${collectionOffersSql(filter)} and marketplace = ${marketplace}`
  return readPaidTogether(reader, offers, page.take)
}

async function readPaidTogether(
  reader: Reader,
  offers: RawBuilder<AnyOfferRow>,
  take: number,
): Promise<readonly AnyOfferRow[]> {
  const limit = take === 1 ? 1 : take * READ_PER_OFFER
  const left: OctasOfPools = new Map()
  const found: AnyOfferRow[] = []
  let last: AnyOfferRow | undefined
  for (let reads = 0; reads < MAX_READS && found.length < take; reads += 1) {
    const after =
      last === undefined ? sql`true` : sql`("priceOctas", ${last.offerId}) < (${last.priceOctas}, "offerId")`
    const rows = await readRows(
      reader,
      sql<AnyOfferRow>`select * from (${offers}) as live where ${after} and ${isPaidFrom(left)}
        order by "priceOctas" desc, "offerId" limit ${limit}`,
    )
    found.push(...paidTogether(rows, left))
    last = rows.at(-1)
    if (rows.length < limit) break
  }
  return found.slice(0, take)
}

/** Octas that pools still hold once the offers before are filled, by {@link poolOf}. */
type OctasOfPools = Map<string, bigint>

const poolOf = ({ marketplace, buyer }: Pick<AnyOfferRow, 'marketplace' | 'buyer'>) => `${marketplace} ${buyer}`

/** Writes the condition of live offers that their pool may still pay. */
function isPaidFrom(left: OctasOfPools): RawBuilder<unknown> {
  if (left.size === 0) return sql`true`
  return sql`not ("isPooled" and exists (
    select from unnest(${[...left.keys()]}::text[], ${[...left.values()].map(String)}::numeric[]) as pool (id, octas)
    where pool.id = live.marketplace || ' ' || live.buyer and live."priceOctas" > pool.octas))`
}

/**
 * Bounds each pooled offer by what its pool still holds after the offers before it are filled, and leaves out those that the pool can no longer
 * pay: one deposit behind ten bids pays once, not ten times.
 * @param left what pools hold after earlier offers; it is changed to what they hold after these.
 */
export function paidTogether<Offer extends PooledOffer>(
  offers: readonly Offer[],
  left: OctasOfPools = new Map(),
): readonly Offer[] {
  return offers.flatMap((offer): readonly Offer[] => {
    const { priceOctas, poolOctas, remainingAmount } = offer
    if (poolOctas === null || priceOctas === 0n) return [offer]
    const pool = poolOf(offer)
    const octas = left.get(pool) ?? poolOctas
    const paid = octas / priceOctas < remainingAmount ? octas / priceOctas : remainingAmount
    left.set(pool, octas - paid * priceOctas)
    return paid === 0n ? [] : [{ ...offer, remainingAmount: paid }]
  })
}

type PooledOffer = Pick<AnyOfferRow, 'marketplace' | 'buyer' | 'priceOctas' | 'poolOctas' | 'remainingAmount'>

/**
 * Reads the best live offer on each of some tokens, in the edition that the token's largest holder has; tokens without one
 * are left out.
 * @param page.notBuyer whose own offers are left out.
 */
export function readBestTokenOffers(
  reader: Reader,
  tokenDataIds: readonly string[],
  page: { nowMicros: bigint; notBuyer?: string | undefined },
): Promise<readonly (AnyOfferRow & { readonly tokenDataId: string })[]> {
  const live = tokenOffersSql({
    liveAtSeconds: toSeconds(page.nowMicros),
    ...(page.notBuyer !== undefined && { notBuyers: [page.notBuyer] }),
  })
  return readRows(
    reader,
    sql<AnyOfferRow & { readonly tokenDataId: string }>`
    select best.* from unnest(${[...new Set(tokenDataIds)]}::text[]) as asked (id)
    cross join lateral (
      select * from (${live} and token_data_id = asked.id and ${forShownEdition(sql`asked.id`)}) as live order by "priceOctas" desc, "offerId" limit 1
    ) as best`,
  )
}

/** All live collection offers at one price. */
export interface BidLevelRow {
  readonly priceOctas: bigint
  /** Tokens that can be sold at this price: of a pool's bids what it pays once the dearer ones are filled. */
  readonly size: bigint
  readonly bidders: bigint
  /** The bidders, at most twenty. */
  readonly buyers: readonly string[]
}

/** Offers of a ladder: those at the best prices. Each costs its bidder gas, and no reader looks that far down. */
const MAX_LADDER_OFFERS = 10_000

/**
 * Reads the ladder of a collection's best live offers, best price first.
 * @param page a page of levels, below a price.
 */
export function readBidLevels(
  reader: Reader,
  collectionId: string,
  page: { nowMicros: bigint; take: number; offset?: number; belowOctas?: bigint },
): Promise<readonly BidLevelRow[]> {
  const live = collectionOffersSql({ collectionId, liveAtSeconds: toSeconds(page.nowMicros) })
  const best = sql<AnyOfferRow>`
    select * from (${live}) as live order by "priceOctas" desc, "offerId" limit ${MAX_LADDER_OFFERS}`
  const below = page.belowOctas === undefined ? sql`` : sql`and "priceOctas" < ${page.belowOctas}`
  return readRows(reader, sql<BidLevelRow>`${levelsSql(best, below)} limit ${page.take} offset ${page.offset ?? 0}`)
}

/** Returns the ladder of some offers, best price first. @param only further condition on a price. */
export function levelsSql(offers: RawBuilder<AnyOfferRow>, only: RawBuilder<unknown> = sql``): RawBuilder<BidLevelRow> {
  return sql<BidLevelRow>`
    select "priceOctas", sum("remainingAmount") as size, count(distinct buyer) as bidders,
      (array_agg(distinct buyer))[1:20] as buyers
    from (${boundedByPools(offers)}) as live where "remainingAmount" > 0 ${only}
    group by "priceOctas" order by "priceOctas" desc`
}

/**
 * As {@link paidTogether} does: bounds each pooled offer by what the pool holds once the same bidder's dearer offers of the list are filled. Of the
 * others, thousands in most lists, nothing is computed.
 */
function boundedByPools(offers: RawBuilder<AnyOfferRow>): RawBuilder<unknown> {
  return sql`
    select "priceOctas", buyer, case when "isPooled" and "priceOctas" > 0
      then least("remainingAmount", div(coalesce("octasLeft", "poolOctas"), "priceOctas"))
      else "remainingAmount" end as "remainingAmount"
    from (
      select *, market.octas_left_in_pool("poolOctas", "priceOctas", "remainingAmount") filter (where "isPooled") over (
        partition by marketplace, buyer, "isPooled" order by "priceOctas" desc, "offerId" rows between unbounded preceding and 1 preceding
      ) as "octasLeft"
      from (${offers}) as open
    ) as offer`
}

/**
 * Reads octas that live offers would pay if all were taken: of a wallet, in a collection, or both. Those of one pool pay together no more
 * than it holds, which is looked up once: one deposit may stand behind any number. Offers on single tokens, which may be many, are added up in
 * the index alone: no pool pays them.
 */
export async function readLockedOctas(reader: Reader, filter: OfferFilter): Promise<bigint> {
  const row = await readRow(
    reader,
    sql<{ octas: bigint }>`
    select coalesce(sum(octas), 0) as octas from (
      select sum("priceOctas") as octas from (${tokenOffersSql(filter)}) as on_tokens
      union all
      select case when of_bidder."isPooled" then least(of_bidder.octas, coalesce(pool.balance_octas, 0)) else of_bidder.octas end
      from (
        select marketplace, buyer, "isPooled", sum("priceOctas" * "remainingAmount") as octas
        from (
          ${collectionOffersSql(filter)} union all ${collectionOffersSql({ ...filter, sets: 'alone' })}
        ) as on_collections
        group by marketplace, buyer, "isPooled" offset 0
      ) as of_bidder
      left join market.bid_pools pool on pool.marketplace = of_bidder.marketplace and pool.wallet = of_bidder.buyer
    ) as of_all`,
  )
  return row?.octas ?? 0n
}
