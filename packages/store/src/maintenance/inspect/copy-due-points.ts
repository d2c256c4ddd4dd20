import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { copyRows } from './table-rows.ts'

/**
 * Makes one database hold the points that orders of collections have in another where these wait to be compared: they differ without being wrong, and
 * in a busy market some always wait. Sums follow. The reader must be in a transaction.
 */
export async function copyDuePoints(from: Database, to: Database): Promise<void> {
  const due = await from.selectFrom('market.points_due').select('collection_id').execute()
  if (due.length === 0) return
  const ids = sql.join(due.map(({ collection_id }) => sql.lit(collection_id)))
  await copyRows(from, to, 'market.points_ledger', sql`rule <> 'buying' and collection_id in (${ids})`)
}
