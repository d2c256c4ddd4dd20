import { sql } from 'kysely'
import { type Reader, readRow, readRows } from '../read-rows.ts'
import { forShownEdition } from './best-orders-sql.ts'
import { type AnyOfferRow, collectionOffersSql, type OfferFilter, tokenOffersSql } from './offers.ts'

/**
 * Reads the best live offers on any token of a collection, best first.
 * @param notBuyer whose own offers are left out.
 */
export function readBestCollectionOffers(
  reader: Reader,
  collectionId: string,
  page: { nowMicros: bigint; take: number; notBuyer?: string },
): Promise<readonly AnyOfferRow[]> {
  const filter: OfferFilter = {
    collectionId,
    liveAtSeconds: page.nowMicros / 1_000_000n,
    ...(page.notBuyer !== undefined && { notBuyer: page.notBuyer }),
  }
  return readRows(
    reader,
    sql<AnyOfferRow>`select * from (${collectionOffersSql(filter)}) as live
      order by "priceOctas" desc, "offerId" limit ${page.take}`,
  )
}

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
    liveAtSeconds: page.nowMicros / 1_000_000n,
    ...(page.notBuyer !== undefined && { notBuyer: page.notBuyer }),
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
  /** Tokens wanted at this price. */
  readonly size: bigint
  readonly bidders: bigint
  /** The bidders, at most twenty. */
  readonly buyers: readonly string[]
}

/**
 * Reads the ladder of a collection's live offers, best price first.
 * @param page a page of levels, below a price.
 */
export function readBidLevels(
  reader: Reader,
  collectionId: string,
  page: { nowMicros: bigint; take: number; offset?: number; belowOctas?: bigint },
): Promise<readonly BidLevelRow[]> {
  const live = collectionOffersSql({ collectionId, liveAtSeconds: page.nowMicros / 1_000_000n })
  const below = page.belowOctas === undefined ? sql`` : sql`where "priceOctas" < ${page.belowOctas}`
  return readRows(
    reader,
    sql<BidLevelRow>`
    select "priceOctas", sum("remainingAmount") as size, count(distinct buyer) as bidders,
      (array_agg(distinct buyer))[1:20] as buyers
    from (${live}) as live ${below}
    group by "priceOctas" order by "priceOctas" desc limit ${page.take} offset ${page.offset ?? 0}`,
  )
}

/** Reads octas that live offers would pay if all were taken: of a wallet, in a collection, or both. */
export async function readLockedOctas(reader: Reader, filter: OfferFilter): Promise<bigint> {
  const row = await readRow(
    reader,
    sql<{ octas: bigint }>`
    select coalesce(sum("priceOctas" * "remainingAmount"), 0) as octas
    from (${tokenOffersSql(filter)} union all ${collectionOffersSql(filter)}) as live`,
  )
  return row?.octas ?? 0n
}
