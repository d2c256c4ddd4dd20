import { SALE_KINDS } from '@opal/domain/live/activity-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction, Store } from '../../driver/connection.ts'
import { isDataFault, isOutOfTime } from '../../driver/faults.ts'
import { addNotifications, lockProgress, type Occasion } from './add-notifications.ts'
import { offerOccasions, outbidOccasions, shortPoolOccasions } from './bid-occasions.ts'
import { activitiesIn, type ChangeRange } from './change-range.ts'
import { notifyFloors } from './floor-occasions.ts'
import { reservedOccasions } from './reserved-occasions.ts'

/** Rows of the feed per transaction, at most. */
export const MAX_CHANGES = 500

/** Result of one step. */
export interface NotifyResult {
  /** New notifications. */
  readonly added: number
  /** True when the feed has more rows than this step took. */
  readonly hasMore: boolean
}

/**
 * Turns the next rows of the change feed into notifications. Writes rows and position in one transaction under a
 * lock: any number of processes may call this concurrently or die in the middle, and every row is handled once.
 * @param nowMicros what is older than notifications are kept makes none.
 * @param most rows that are taken at most. Of a row that is taken alone the kinds of notifications that cannot be made are passed over.
 * @throws an error of which `isUnmade` is true where some cannot be made of several rows: take fewer.
 */
export function notifyChanges({ db }: Pick<Store, 'db'>, nowMicros: bigint, most = MAX_CHANGES): Promise<NotifyResult> {
  return db.transaction().execute(async (transaction) => {
    const after = await lockProgress(transaction)
    const { rows } = await sql<{ id: bigint }>`
      select id from market.change_feed where id > ${after} order by id limit ${most}`.execute(transaction)
    const upTo = rows.at(-1)?.id
    if (upTo === undefined) return { added: 0, hasMore: false }
    const range = { after, upTo }
    let added = 0
    for (const notify of KINDS)
      added += await (rows.length === 1
        ? unlessUnmade(transaction, () => notify(transaction, range, nowMicros))
        : notify(transaction, range, nowMicros))
    await sql`update account.notification_progress set change_id = ${upTo}`.execute(transaction)
    return { added, hasMore: rows.length === most }
  })
}

/**
 * Returns whether notifications could not be made of some changes, however often that is tried: it takes too long, as someone has stored
 * very many orders that are compared, or a value is beyond what the store computes with.
 */
export function isUnmade(error: unknown): boolean {
  return isOutOfTime(error) || isDataFault(error)
}

/** Makes notifications of one kind; none where they cannot be made. @returns how many. */
async function unlessUnmade(transaction: DatabaseTransaction, notify: () => Promise<number>): Promise<number> {
  await sql`savepoint kind`.execute(transaction)
  try {
    return await notify()
  } catch (error) {
    if (!isUnmade(error)) throw error
    await sql`rollback to savepoint kind`.execute(transaction)
    return 0
  }
}

/** Kinds of notifications that rows of the feed announce: each makes its own, and says how many. */
const KINDS: readonly Notify[] = [
  ...[soldOccasions, offerOccasions, outbidOccasions, movedTokenOccasions, shortPoolOccasions, reservedOccasions].map(
    (occasions): Notify =>
      (transaction, range, nowMicros) =>
        addNotifications(transaction, occasions(range), nowMicros),
  ),
  notifyFloors,
]
type Notify = (transaction: DatabaseTransaction, range: ChangeRange, nowMicros: bigint) => Promise<number>

/** Selects notifications of sellers: by listing, or into a bid. */
function soldOccasions(range: ChangeRange): RawBuilder<Occasion> {
  return sql<Occasion>`
    with ${activitiesIn(range)}
    select seller_or_bidder as wallet, 'sold' as type, place as cause, version, at_micros, collection_id, token_data_id,
      null::numeric as property_version, marketplace, order_id, other as other_wallet, price_octas,
      null::numeric as old_price_octas, null::numeric as expires_at_seconds
    from activity where kind in (${sql.join(SALE_KINDS.map((kind) => sql.lit(kind)))})`
}

/**
 * Open listings of a moved token whose sellers are notified, the last changed first. A creator may have taken the token out of thousands of
 * listings.
 */
const MAX_DISPLACED = 50

/** Selects notifications of sellers whose open listing cannot be bought since its token moved: once for each, however often it moved. */
export function movedTokenOccasions(range: ChangeRange): RawBuilder<Occasion> {
  return sql<Occasion>`
    with ${activitiesIn(range)}
    select l.seller as wallet, 'listing-invalid' as type,
      l.marketplace || '/' || l.listing_id || '/' || l.last_version as cause, a.version, a.at_micros, l.collection_id,
      l.token_data_id, null::numeric as property_version, l.marketplace, l.listing_id as order_id,
      a.other as other_wallet, l.price_octas, null::numeric as old_price_octas, null::numeric as expires_at_seconds
    from (
      select distinct on (token_data_id) token_data_id, version, at_micros, other from activity
      order by token_data_id, version, length(place), place
    ) a
    cross join lateral (
      select * from market.listings
      where token_data_id = a.token_data_id and state = 'open' and validity = 'seller-lost-token'
      order by last_version desc, listing_id limit ${MAX_DISPLACED}
    ) l`
}
