import type { LiveMessage } from '@opal/contract/shapes/live'
import { readChanges, readLastChangeId } from '@opal/store/read/read-changes'
import type { ApiContext } from '../context.ts'
import { presentChanges } from './present-change.ts'

/** Rows read at once. */
const BATCH = 500

/** A stretch of the change feed as messages. Ids are decimal, as the feed counts. */
export interface ChangeBatch {
  /** Id of the last change before it. */
  readonly after: string
  /** Id of its last change, which may have become no message. */
  readonly last: string
  readonly messages: readonly LiveMessage[]
}

export interface ChangePumpOptions {
  readonly context: Pick<ApiContext, 'store' | 'marketplaces' | 'nowMicros' | 'log'>
  readonly emit: (message: LiveMessage) => void
  /** Hears every stretch that was read from the store, after it was emitted. */
  readonly onRead?: (batch: ChangeBatch) => void
}

/** Turns the change feed into messages, once each and in order, however often it is woken. */
export interface ChangePump {
  /** Something may have been written. Resolves when everything written by now has been emitted. */
  wake(): Promise<void>
  /**
   * Emits what another process has read: what was not emitted yet, and only when nothing is missing before it, or else the
   * store is read. @returns whether all of it has been emitted now
   */
  take(batch: ChangeBatch): boolean
  /** Feed id of the last message emitted. */
  readonly lastId: bigint
}

/** Starts at the end of the feed: what happened before is asked for with `GET /live/since`. */
export async function createChangePump({ context, emit, onRead }: ChangePumpOptions): Promise<ChangePump> {
  let lastId = await readLastChangeId(context.store)
  let running: Promise<void> | null = null
  let again = false

  const drain = async (): Promise<void> => {
    do {
      again = false
      const changes = await readChanges(context.store, { id: lastId }, { take: BATCH })
      const messages = await presentChanges(context, changes)
      for (const message of messages) emit(message)
      const after = lastId
      lastId = changes.at(-1)?.id ?? lastId
      if (lastId > after) onRead?.({ after: String(after), last: String(lastId), messages })
      if (changes.length === BATCH) again = true
    } while (again)
  }

  const run = (): Promise<void> =>
    drain()
      .catch((error: unknown) => context.log.error({ err: error }, 'the change feed could not be read'))
      .finally(() => {
        running = null
      })

  const wake = (): Promise<void> => {
    again = true
    running ??= run()
    return running
  }

  return {
    wake,
    take({ after, last, messages }) {
      if (BigInt(last) <= lastId) return true
      // What is being read now may hold some of it.
      if (running !== null || BigInt(after) > lastId) {
        void wake()
        return false
      }
      for (const message of messages) if (BigInt(message.id) > lastId) emit(message)
      lastId = BigInt(last)
      return true
    },
    get lastId() {
      return lastId
    },
  }
}
