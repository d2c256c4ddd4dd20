import { toSeconds } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { bestCollectionOffer, notExpired } from '../orders/best-orders-sql.ts'
import { type UsualFloorOptions, usualFloorSql } from '../orders/usual-floor.ts'
import { type Reader, readRows } from '../read-rows.ts'
import { type ImageFactsJson, imageFactsSql } from '../tokens/metadata.ts'
import type { BidJson } from '../tokens/read-tokens.ts'

/** Fields of a collection that its tokens' pages show. */
export interface CollectionFacts {
  readonly collectionId: string
  /** Null, like the creator, when the collection has not been seen. */
  readonly name: string | null
  readonly creatorAddress: string | null
  readonly tokenStandard: 'v1' | 'v2' | null
  readonly image: string | null
  readonly imageFacts: ImageFactsJson | null
  readonly isVerified: boolean
  /** The best live offer for any of its tokens. */
  readonly bid: BidJson | null
  readonly floorOctas: string | null
  readonly usualFloorOctas: string | null
  /** The last sale of one of its tokens that is no wash trade. */
  readonly lastSaleOctas: string | null
  readonly supply: string
  /** Royalty of its tokens without one of their own; null, all three, for none. */
  readonly royaltyPayee: string | null
  readonly royaltyNumerator: bigint | null
  readonly royaltyDenominator: bigint | null
  /** Live offers for any of its tokens, best first, at most fifty. */
  readonly offers: readonly CollectionOfferJson[]
  /** When the first of them expires; until then the clock changes nothing here. */
  readonly untilSeconds: bigint | null
}

/** An open offer for any token of a collection, as SQL builds it; amounts in octas. */
export interface CollectionOfferJson {
  readonly marketplace: string
  readonly offerId: string
  readonly buyer: string
  readonly price: string
  readonly expiresAtSeconds: string | null
  readonly placedAtMicros: string
  readonly collectionId: string
  readonly remainingTokenAmount: string
}

/** Reads facts of collections by id; also of those that have not been seen. */
export async function readCollectionFacts(
  reader: Reader,
  ids: readonly string[],
  now: Omit<UsualFloorOptions, 'sellers'>,
): Promise<ReadonlyMap<string, CollectionFacts>> {
  const rows = await readRows(reader, factsSql(ids, now))
  return new Map(rows.map((row) => [row.collectionId, row]))
}

function factsSql(ids: readonly string[], now: Omit<UsualFloorOptions, 'sellers'>): RawBuilder<CollectionFacts> {
  const nowSeconds = toSeconds(now.nowMicros)
  return sql<CollectionFacts>`
    select of.id as "collectionId", c.collection_name as name, c.creator_address as "creatorAddress",
      c.token_standard as "tokenStandard", cm.image,
      ${imageFactsSql('ci')} as "imageFacts", vc.collection_id is not null as "isVerified",
      case when b.offer_id is not null then json_build_object('price', b.price_octas::text, 'offerId', b.offer_id,
        'marketplace', b.marketplace, 'remaining', b.remaining_amount::text) end as bid,
      cs.floor_octas::text as "floorOctas", usual.price_octas::text as "usualFloorOctas",
      cs.last_sale_octas::text as "lastSaleOctas", coalesce(cs.supply, c.current_supply, 0)::text as supply,
      ry.payee_address as "royaltyPayee", ry.numerator as "royaltyNumerator", ry.denominator as "royaltyDenominator",
      offers.list as offers, offers.until_seconds as "untilSeconds"
    from unnest(${[...ids]}::text[]) as of(id)
    left join chain.current_collections_v2 c on c.collection_id = of.id
    left join market.collection_stats cs on cs.collection_id = of.id
    left join market.metadata cm on cm.uri = c.uri
    left join market.images ci on ci.src = cm.image
    left join account.verified_collections vc on vc.collection_id = of.id
    left join chain.current_royalties ry on ry.object_address = of.id
    left join lateral (${bestCollectionOffer(sql`of.id`, nowSeconds, null)}) b on true
    left join lateral (${usualFloorSql(sql`of.id`, now)}) usual on true
    cross join lateral (
      select coalesce(json_agg(row_to_json(one)), '[]'::json) as list, min(one."expiresAtSeconds"::numeric) as until_seconds
      from (${offersSql(nowSeconds)}) as one
    ) as offers`
}

function offersSql(nowSeconds: bigint): RawBuilder<unknown> {
  return sql`
    select marketplace, offer_id as "offerId", buyer, price_octas::text as price, expires_at_seconds::text as "expiresAtSeconds",
      placed_at_micros::text as "placedAtMicros", collection_id as "collectionId", remaining_amount::text as "remainingTokenAmount"
    from market.collection_offers
    where collection_id = of.id and state = 'open' and validity = 'valid' and set_root is null and remaining_amount > 0
      and ${notExpired(nowSeconds)}
    order by price_octas desc, offer_id limit 50`
}
