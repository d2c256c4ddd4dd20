import type { Ledger } from './ledger/ledger.ts'

/** Makes blocks out of what was submitted. */
export interface BlockTimer extends Disposable {
  readonly isPaused: boolean
  /** Submitted transactions stay pending until {@link resume}. */
  pause(): void
  resume(): void
}

/** Block interval, and the handler of failed blocks. */
export interface BlockTimerOptions {
  /** Longest the first transaction of a block waits for it. */
  readonly delayMs: number
  /** The chain could not make a block, for example because the disk is full. The timer has paused itself. */
  readonly onFault: (error: unknown) => void
}

/**
 * Commits a block at most `delayMs` after the first transaction of an empty queue, so that transactions sent
 * together share a block. An idle chain makes no blocks. Starts paused.
 */
export function createBlockTimer(ledger: Ledger, { delayMs, onFault }: BlockTimerOptions): BlockTimer {
  let isPaused = true
  let timer: NodeJS.Timeout | null = null
  const commit = () => {
    timer = null
    if (isPaused) return
    try {
      ledger.commitBlock()
    } catch (error) {
      isPaused = true
      onFault(error)
    }
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
      commit()
    },
    [Symbol.dispose]: () => {
      stopListening()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
