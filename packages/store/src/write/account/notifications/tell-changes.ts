import { sql } from 'kysely'
import type { Store } from '../../../connect.ts'
import { addNotifications } from './add-notifications.ts'
import { movedTokenOccasions, offerOccasions, outbidOccasions, soldOccasions } from './change-occasions.ts'
import { lockProgress } from './lock-progress.ts'
import { tellFloors } from './tell-floors.ts'

/** Rows of the feed that are told in one transaction. */
const BATCH = 500

/** What one step did. */
export interface Told {
  /** New notifications. */
  readonly added: number
  /** True when the feed has more rows than this step took. */
  readonly hasMore: boolean
}

/**
 * Turns the next rows of the change feed into notifications. Rows and place are written in one transaction under a lock:
 * any number of processes may call this at once or die in the middle, and every row is told once.
 */
export function tellChanges({ db }: Pick<Store, 'db'>): Promise<Told> {
  return db.transaction().execute(async (transaction) => {
    const after = await lockProgress(transaction)
    const { rows } = await sql<{ id: bigint }>`
      select id from market.change_feed where id > ${after} order by id limit ${BATCH}`.execute(transaction)
    const upTo = rows.at(-1)?.id
    if (upTo === undefined) return { added: 0, hasMore: false }
    const range = { after, upTo }
    let added = 0
    for (const occasions of [soldOccasions, offerOccasions, outbidOccasions, movedTokenOccasions]) {
      added += await addNotifications(transaction, occasions(range))
    }
    added += await tellFloors(transaction, range)
    await sql`update account.notification_progress set change_id = ${upTo}`.execute(transaction)
    return { added, hasMore: rows.length === BATCH }
  })
}
