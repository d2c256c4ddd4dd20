import type { Store } from '@opal/store/driver/connection'
import { writeNextSkeletons } from '@opal/store/projections/name-skeletons'
import type { Logger } from 'pino'
import { startBackgroundWork } from './background-work.ts'

/** Makes the skeletons of new collection names, by which names that can be mistaken for one another are found. */
export function startSkeletonWorker({ store, log }: { readonly store: Store; readonly log: Logger }): AsyncDisposable {
  return startBackgroundWork({
    next: async () => (await writeNextSkeletons(store.db)) > 0,
    idleMs: 1_000,
    rest: 1,
    interrupted: 'making skeletons of names was interrupted',
    log,
  })
}
