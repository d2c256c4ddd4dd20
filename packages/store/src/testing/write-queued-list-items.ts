import type { Store } from '../driver/connection.ts'
import { writeNextListItems } from '../projections/token-list-items/worker.ts'

/** Writes all queued list items. */
export async function writeQueuedListItems({ db }: Pick<Store, 'db'>): Promise<void> {
  while ((await writeNextListItems(db)) > 0);
}
