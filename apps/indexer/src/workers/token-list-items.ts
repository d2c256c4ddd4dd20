import type { Store } from '@opal/store/driver/connection'
import { makeNextTokenCards } from '@opal/store/projections/token-list-items/worker'
import type { Logger } from 'pino'
import { workBeside } from './work-beside.ts'

/** Makes the cards of queued tokens, using at most half of a connection; those that wait are looked up part by part meanwhile. */
export function startCardWorker({ store, log }: { readonly store: Store; readonly log: Logger }): AsyncDisposable {
  return workBeside({
    next: async () => (await makeNextTokenCards(store.db)) > 0,
    idleMs: 100,
    rest: 1,
    interrupted: 'making cards was interrupted',
    log,
  })
}
