import { type RawBuilder, sql } from 'kysely'

/** Rows of the change feed: after one id, up to another. */
export interface ChangeRange {
  readonly after: bigint
  readonly upTo: bigint
}

/** Orders that end sooner after they were placed notify nobody: anyone can place one that ends before someone can act on it. */
const MIN_OPEN_MICROS = 600_000_000n

/**
 * Returns the condition that an order does not end within ten minutes of a moment.
 * @param expiresAtSeconds null for an order that does not expire.
 * @source docs/product/live-and-notifications.md#orders-that-end-at-once
 */
export function lastsAfter(expiresAtSeconds: RawBuilder<unknown>, atMicros: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${expiresAtSeconds} * 1000000 >= ${atMicros} + ${MIN_OPEN_MICROS}::bigint, true)`
}

/** Returns the common table `activity`: the activities of a range of the change feed. */
export function activitiesIn({ after, upTo }: ChangeRange): RawBuilder<unknown> {
  return sql`activity as materialized (
      select version, at_micros, collection_id, version || '-' || (payload->>'index') as place, payload->>'kind' as kind,
        payload->>'marketplace' as marketplace, payload->>'tokenDataId' as token_data_id, payload->>'orderId' as order_id,
        payload->>'from' as seller_or_bidder, payload->>'to' as other, (payload->>'priceOctas')::numeric as price_octas
      from market.change_feed where id > ${after} and id <= ${upTo} and kind = 'activity'
    )`
}
