import type { Store } from '@opal/store/driver/connection'
import { writeNextListItems } from '@opal/store/projections/token-list-items/worker'
import type { Logger } from 'pino'
import { startBackgroundWork } from './background-work.ts'

/** Makes the list items of queued tokens, using at most half of a connection; the queue is read in parts at the same time. */
export function startListItemWorker({ store, log }: { readonly store: Store; readonly log: Logger }): AsyncDisposable {
  return startBackgroundWork({
    next: async () => (await writeNextListItems(store.db)) > 0,
    idleMs: 100,
    rest: 1,
    interrupted: 'making list items was interrupted',
    log,
  })
}
