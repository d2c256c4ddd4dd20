import type { Store } from '../driver/connection.ts'
import { writeNextListItems } from '../projections/token-list-items/worker.ts'

/** Writes all queued list items. */
export async function writeQueuedListItems({ db }: Pick<Store, 'db'>): Promise<void> {
  while ((await writeNextListItems(db)) > 0);
}

/** Returns all list items, by the ids of their tokens. */
export function readListItemRows({ db }: Pick<Store, 'db'>) {
  return db.selectFrom('market.token_list_items').selectAll().orderBy('token_data_id').execute()
}
