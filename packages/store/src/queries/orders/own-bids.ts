import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'
import { collectionOffersSql, type OfferFilter, tokenOffersSql } from './offers/offers.ts'

/** The highest of a wallet's bids on an edition of a token, or on any token of a collection: what the bid is not on is null. */
export interface OwnBid {
  readonly tokenDataId: string | null
  readonly propertyVersion: bigint | null
  readonly collectionId: string | null
  readonly priceOctas: bigint
}

/**
 * Reads the highest bids of a wallet that others could sell some tokens into, those of closed marketplaces too; bids on sets of tokens are left
 * out. Of a wallet's bids each is looked at once, however many tokens are asked for.
 */
export function readOwnBids(
  reader: Reader,
  bidder: string,
  wanted: {
    readonly tokenDataIds: readonly string[]
    readonly collectionIds: readonly string[]
    readonly nowSeconds: bigint
  },
): Promise<readonly OwnBid[]> {
  const filter: OfferFilter = { buyer: bidder, takeableAtSeconds: wanted.nowSeconds }
  const onTokens = sql`${tokenOffersSql(filter)} and token_data_id = any(${[...wanted.tokenDataIds]}::text[])`
  const onAny = sql`${collectionOffersSql(filter)} and collection_id = any(${[...wanted.collectionIds]}::text[])`
  return readRows(
    reader,
    sql<OwnBid>`
    select "tokenDataId", "propertyVersion", null::text as "collectionId", max("priceOctas") as "priceOctas"
    from (${onTokens}) as bid group by "tokenDataId", "propertyVersion"
    union all
    select null, null, "collectionId", max("priceOctas") from (${onAny}) as bid group by "collectionId"`,
  )
}
