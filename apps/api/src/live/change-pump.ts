import type { LiveMessage } from '@opal/contract/shapes/live'
import { readChanges, readLastChangeId } from '@opal/store/read/read-changes'
import type { ApiContext } from '../context.ts'
import { presentChanges } from './present-change.ts'

/** Rows read at once. */
const BATCH = 500

export interface ChangePumpOptions {
  readonly context: Pick<ApiContext, 'store' | 'marketplaces' | 'nowMicros' | 'log'>
  readonly emit: (message: LiveMessage) => void
}

/** Turns the change feed into messages, once each and in order, however often it is woken. */
export interface ChangePump {
  /** Something may have been written. Resolves when everything written by now has been emitted. */
  wake(): Promise<void>
  /** Feed id of the last message emitted. */
  readonly lastId: bigint
}

/** Starts at the end of the feed: what happened before is asked for with `GET /live/since`. */
export async function createChangePump({ context, emit }: ChangePumpOptions): Promise<ChangePump> {
  let lastId = await readLastChangeId(context.store)
  let running: Promise<void> | null = null
  let again = false

  const drain = async (): Promise<void> => {
    do {
      again = false
      const changes = await readChanges(context.store, { id: lastId }, { take: BATCH })
      for (const message of await presentChanges(context, changes)) emit(message)
      lastId = changes.at(-1)?.id ?? lastId
      if (changes.length === BATCH) again = true
    } while (again)
  }

  const run = (): Promise<void> =>
    drain()
      .catch((error: unknown) => context.log.error({ err: error }, 'the change feed could not be read'))
      .finally(() => {
        running = null
      })

  return {
    wake() {
      again = true
      running ??= run()
      return running
    },
    get lastId() {
      return lastId
    },
  }
}
