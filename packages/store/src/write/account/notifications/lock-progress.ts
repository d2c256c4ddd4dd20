import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../../connect.ts'

/**
 * Waits until nobody else writes or erases notifications, so that their ids become visible in order.
 * @returns up to which row the change feed has been told.
 */
export async function lockProgress(transaction: DatabaseTransaction): Promise<bigint> {
  const { rows } = await sql<{ changeId: bigint }>`
    select change_id as "changeId" from account.notification_progress for update`.execute(transaction)
  return rows[0]?.changeId ?? 0n
}
