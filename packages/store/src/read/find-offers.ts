import { type RawBuilder, sql } from 'kysely'
import { type AnyOfferRow, collectionOffersSql, type OfferFilter, tokenOffersSql } from './offers-sql.ts'
import { type Reader, readRows } from './read-rows.ts'

/** A place in a list of offers: newest first. */
export interface OfferPlace {
  readonly placedAtMicros: bigint
  readonly marketplace: string
  readonly offerId: string
}

export interface OfferPage {
  readonly take: number
  readonly offset?: number
  readonly after?: OfferPlace
}

/** Open offers that a wallet made, run-out ones included, newest first. */
export function findOffersMade(
  reader: Reader,
  buyer: string,
  page: OfferPage & { readonly collectionId?: string },
): Promise<readonly AnyOfferRow[]> {
  const filter: OfferFilter = {
    buyer,
    ...(page.collectionId !== undefined && { collectionId: page.collectionId }),
  }
  return readRows(reader, paged(sql`${tokenOffersSql(filter)} union all ${collectionOffersSql(filter)}`, page))
}

/** Live offers that a wallet could take with what it holds, its own left out, newest first. */
export function findOffersReceived(
  reader: Reader,
  holder: string,
  page: OfferPage & { readonly collectionId?: string; readonly nowMicros: bigint },
): Promise<readonly AnyOfferRow[]> {
  const filter: OfferFilter = {
    notBuyer: holder,
    liveAtSeconds: page.nowMicros / 1_000_000n,
    ...(page.collectionId !== undefined && { collectionId: page.collectionId }),
  }
  const tokens = sql`select token_data_id from market.token_holders where holder = ${holder} and amount > 0`
  const collections = sql`select collection_id from market.token_holders where holder = ${holder} and amount > 0`
  return readRows(
    reader,
    paged(
      sql`${tokenOffersSql(filter)} and token_data_id in (${tokens})
        union all ${collectionOffersSql(filter)} and collection_id in (${collections})`,
      page,
    ),
  )
}

function paged(offers: RawBuilder<unknown>, { take, offset, after }: OfferPage): RawBuilder<AnyOfferRow> {
  const beyond = after
    ? sql`where ("placedAtMicros", marketplace, "offerId") < (${after.placedAtMicros}, ${after.marketplace}, ${after.offerId})`
    : sql``
  return sql<AnyOfferRow>`select * from (${offers}) as found ${beyond}
    order by "placedAtMicros" desc, marketplace desc, "offerId" desc limit ${take} offset ${offset ?? 0}`
}
