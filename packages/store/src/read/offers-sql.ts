import { type RawBuilder, sql } from 'kysely'
import { notExpired } from './best-of-token-sql.ts'

/** An offer, whichever kind: for one token, or for any of a collection. Amounts in octas. */
export interface AnyOfferRow {
  readonly marketplace: string
  readonly offerId: string
  /** Null for an offer on any token of the collection. */
  readonly tokenDataId: string | null
  readonly collectionId: string | null
  readonly buyer: string
  readonly priceOctas: bigint
  /** Tokens it still wants; 1 for an offer on one token. */
  readonly remainingAmount: bigint
  readonly expiresAtSeconds: bigint | null
  readonly placedAtMicros: bigint
  readonly tokenStandard: string | null
}

/** Whose offers, on what. */
export interface OfferFilter {
  readonly buyer?: string
  /** Leaves out what this wallet offered. */
  readonly notBuyer?: string
  readonly collectionId?: string
  /** Only those that could be taken now: valid and not run out. */
  readonly liveAtSeconds?: bigint
  /** Offers that want no more tokens, too: they stand on chain until they are cancelled. */
  readonly isExhaustedToo?: boolean
  /** As live ones, and on closed venues too: they do not count, but who finds one may still sell into it. */
  readonly takeableAtSeconds?: bigint
}

/** Open offers on single tokens, in the columns of {@link AnyOfferRow}. */
export function tokenOffersSql(filter: OfferFilter): RawBuilder<AnyOfferRow> {
  return sql<AnyOfferRow>`
    select marketplace, offer_id as "offerId", token_data_id as "tokenDataId", collection_id as "collectionId", buyer,
      price_octas as "priceOctas", 1::numeric as "remainingAmount", expires_at_seconds as "expiresAtSeconds",
      placed_at_micros as "placedAtMicros", token_standard as "tokenStandard"
    from market.token_offers where ${where(filter)}`
}

/** Open offers on any token of a collection, in the same columns. */
export function collectionOffersSql(filter: OfferFilter): RawBuilder<AnyOfferRow> {
  return sql<AnyOfferRow>`
    select marketplace, offer_id as "offerId", null::text as "tokenDataId", collection_id as "collectionId", buyer,
      price_octas as "priceOctas", remaining_amount as "remainingAmount", expires_at_seconds as "expiresAtSeconds",
      placed_at_micros as "placedAtMicros", null::text as "tokenStandard"
    from market.collection_offers where ${filter.isExhaustedToo ? sql`true` : sql`remaining_amount > 0`} and ${where(filter)}`
}

function where(filter: OfferFilter): RawBuilder<unknown> {
  const parts = [sql`state = 'open'`]
  if (filter.buyer !== undefined) parts.push(sql`buyer = ${filter.buyer}`)
  if (filter.notBuyer !== undefined) parts.push(sql`buyer <> ${filter.notBuyer}`)
  if (filter.collectionId !== undefined) parts.push(sql`collection_id = ${filter.collectionId}`)
  if (filter.liveAtSeconds !== undefined) parts.push(sql`validity = 'valid' and ${notExpired(filter.liveAtSeconds)}`)
  if (filter.takeableAtSeconds !== undefined) {
    parts.push(sql`validity in ('valid', 'venue-closed') and ${notExpired(filter.takeableAtSeconds)}`)
  }
  return sql.join(parts, sql` and `)
}
