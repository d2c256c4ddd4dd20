import type { ChangeBatch, ChangePump } from './change-pump.ts'

/** How long a process waits for what another reads, before it reads the store itself. */
const PATIENCE_MS = 250

/** Decides who reads the change feed when the bell rings. */
export interface FeedReader extends Disposable {
  /** The store rang: something was written. */
  ring(): Promise<void>
  /** Another process has read this. */
  hear(batch: ChangeBatch): void
}

/**
 * Reads when nobody else does; else waits a moment for what the other reads, and reads what does not come. Nothing is
 * emitted twice however both overlap, since the pump counts.
 * @param isFollowing does another process read for this one?
 */
export function createFeedReader(pump: Pick<ChangePump, 'wake' | 'take'>, isFollowing: () => boolean): FeedReader {
  let waiting: NodeJS.Timeout | null = null
  const stopWaiting = (): void => {
    if (waiting !== null) clearTimeout(waiting)
    waiting = null
  }
  return {
    async ring() {
      if (!isFollowing()) return void (await pump.wake())
      waiting ??= setTimeout(() => {
        waiting = null
        void pump.wake()
      }, PATIENCE_MS)
    },
    hear(batch) {
      if (pump.take(batch)) stopWaiting()
    },
    [Symbol.dispose]: stopWaiting,
  }
}
