import { type RawBuilder, sql } from 'kysely'
import { bestCollectionOffer } from './best-of-token-sql.ts'
import { type ImageFactsJson, imageFactsSql } from './image-facts-sql.ts'
import type { BidJson } from './token-sql.ts'

/** What all tokens of a collection show of it. */
export interface SharedFacts {
  readonly collectionId: string
  /** Null, like the creator, when the collection has not been seen. */
  readonly name: string | null
  readonly creatorAddress: string | null
  readonly image: string | null
  readonly imageFacts: ImageFactsJson | null
  readonly isVerified: boolean
  /** The best live offer for any of its tokens. */
  readonly bid: BidJson | null
}

/** One value of type json: {@link SharedFacts} of a collection. @param collectionId SQL of its id. */
export function sharedFactsSql(collectionId: RawBuilder<unknown>, nowMicros: bigint): RawBuilder<unknown> {
  return sql`
    select row_to_json(facts) from (
      select of.id as "collectionId", c.collection_name as name, c.creator_address as "creatorAddress", cm.image,
        ${imageFactsSql('ci')} as "imageFacts", vc.collection_id is not null as "isVerified",
        case when b.offer_id is not null then json_build_object('price', b.price_octas::text, 'offerId', b.offer_id,
          'marketplace', b.marketplace, 'remaining', b.remaining_amount::text) end as bid
      from (select ${collectionId} as id) as of
      left join chain.current_collections_v2 c on c.collection_id = of.id
      left join market.metadata cm on cm.uri = c.uri
      left join market.images ci on ci.src = cm.image
      left join account.verified_collections vc on vc.collection_id = of.id
      left join lateral (${bestCollectionOffer(sql`of.id`, nowMicros / 1_000_000n)}) b on true
    ) as facts`
}
