import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { CHANGE_CHANNEL, type ChangeFeedRow } from '../schema/stream.ts'

/** Adds rows to the change feed and notifies of them, as the indexer does at the end of a batch. */
export async function appendChanges(
  store: Pick<Store, 'db'>,
  rows: readonly Omit<ChangeFeedRow, 'id'>[],
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const row of rows) {
      await sql`insert into market.change_feed (version, at_micros, collection_id, kind, payload)
        values (${row.version}, ${row.at_micros}, ${row.collection_id}, ${row.kind}, ${JSON.stringify(row.payload)}::jsonb)`.execute(
        transaction,
      )
    }
    await sql`select pg_notify(${CHANGE_CHANNEL}, max(id)::text) from market.change_feed`.execute(transaction)
  })
}
