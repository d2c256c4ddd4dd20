import { sql } from 'kysely'
import { type AnyOfferRow, collectionOffersSql, type OfferFilter, tokenOffersSql } from './offers-sql.ts'
import { type Reader, readRows } from './read-rows.ts'

/** The best live offers on any token of a collection, best first. @param notBuyer whose own offers are left out. */
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

/** The best live offer on each of some tokens; tokens without one are left out. @param page.notBuyer whose own offers are left out. */
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
      select * from (${live} and token_data_id = asked.id) as live order by "priceOctas" desc, "offerId" limit 1
    ) as best`,
  )
}
