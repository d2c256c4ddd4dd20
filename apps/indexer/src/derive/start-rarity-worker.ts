import type { Store } from '@opal/store/connect'
import { refreshNextRarity } from '@opal/store/write/refresh-rarity'
import type { Logger } from 'pino'
import { workBeside } from './work-beside.ts'

/** Ranks queued collections one at a time, using at most a fifth of a core and of a connection. */
export function startRarityWorker({ store, log }: { readonly store: Store; readonly log: Logger }): AsyncDisposable {
  return workBeside({
    next: async () => (await refreshNextRarity(store.db)) !== null,
    idleMs: 500,
    rest: 4,
    interrupted: 'ranking was interrupted',
    log,
  })
}
