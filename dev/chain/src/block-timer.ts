import type { Ledger } from './ledger/ledger.ts'

/** Makes blocks out of what was submitted. */
export interface BlockTimer extends Disposable {
  readonly isPaused: boolean
  /** Submitted transactions stay pending until {@link resume}. */
  pause(): void
  resume(): void
}

/**
 * Commits a block at most `delayMs` after the first transaction of an empty queue, so that transactions sent
 * together share a block. An idle chain makes no blocks. Starts paused.
 */
export function createBlockTimer(ledger: Ledger, delayMs: number): BlockTimer {
  let isPaused = true
  let timer: NodeJS.Timeout | null = null
  const commit = () => {
    timer = null
    if (!isPaused) ledger.commitBlock()
  }
  const stopListening = ledger.onQueued(() => {
    if (!isPaused) timer ??= setTimeout(commit, delayMs)
  })
  return {
    get isPaused() {
      return isPaused
    },
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
      ledger.commitBlock()
    },
    [Symbol.dispose]: () => {
      stopListening()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
