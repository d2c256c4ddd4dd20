import { DAY_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { isTradedOrVerified } from '../../queries/orders/reserved-listings.ts'
import type { Occasion } from './add-notifications.ts'
import { activitiesIn, type ChangeRange, lastsAfter } from './change-range.ts'

/** Notifications of reserved listings of one seller that a wallet gets in a day. */
const MAX_OF_SELLER = 10

/**
 * Selects notifications of wallets for which something was listed that they alone can buy. Listings of a collection without sales, bids and
 * other listings notify only where it is verified: anyone can list anything for a wallet.
 * @source docs/product/live-and-notifications.md#reserved-listings
 */
export function reservedOccasions(range: ChangeRange): RawBuilder<Occasion> {
  return sql<Occasion>`
    with ${activitiesIn(range)}
    select l.* from (
      select l.reserved_for as wallet, 'listing-reserved' as type, a.place as cause, a.version, a.at_micros, l.collection_id,
        l.token_data_id, nullif(l.property_version, 0) as property_version, l.marketplace, l.listing_id as order_id,
        l.seller as other_wallet, l.price_octas, null::numeric as old_price_octas, l.expires_at_seconds,
        row_number() over (partition by l.reserved_for, l.seller order by a.version, length(a.place), a.place) as number
      from activity a
      join market.listings l on l.marketplace = a.marketplace and l.listing_id = a.order_id
      where a.kind = 'list' and l.state = 'open' and l.validity = 'reserved' and ${isTradedOrVerified(sql`l.collection_id`)}
        and ${lastsAfter(sql`l.expires_at_seconds`, sql`a.at_micros`)}
    ) l
    where number + (
      select count(*) from account.notifications n
      where n.wallet = l.wallet and n.type = 'listing-reserved' and n.other_wallet = l.other_wallet
        and n.at_micros > l.at_micros - ${DAY_MICROS}::bigint and n.cause <> l.cause
    ) <= ${MAX_OF_SELLER}`
}
