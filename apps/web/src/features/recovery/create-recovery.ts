import { Backoff } from '@opal/domain/backoff'

/** Pauses before something missing is requested again. */
const BACKOFF = { firstMs: 2_000, maxMs: 60_000 }
/** Jitter of the pauses, so that not every browser retries immediately when a server is back. */
const SPREAD = 0.25

export interface RecoveryOptions {
  /** Returns whether anything is missing that a retry may fix. */
  isMissing(): boolean
  /** Retries what is missing. Resolves after success or failure. */
  ask(): Promise<void>
}

/** Retries what is missing, with growing pauses, until nothing is. */
export interface Recovery {
  /** Schedules a retry if anything is missing. Called when something has failed or loaded. */
  look(): void
  /** Retries immediately, because it may succeed now. */
  hurry(): void
  stop(): void
}

/** Creates a {@link Recovery}. */
export function createRecovery({ isMissing, ask }: RecoveryOptions): Recovery {
  let timer: ReturnType<typeof setTimeout> | undefined
  const backoff = new Backoff(BACKOFF)
  let isAsking = false
  let isStopped = false
  const rest = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const run = async () => {
    rest()
    isAsking = true
    await ask().catch(() => undefined)
    isAsking = false
    look()
  }
  const look = () => {
    if (isAsking || isStopped) return
    if (!isMissing()) {
      rest()
      backoff.reset()
    } else if (timer === undefined) {
      timer = setTimeout(() => void run(), backoff.next() * (1 + (Math.random() * 2 - 1) * SPREAD))
    }
  }
  return {
    look,
    hurry: () => {
      if (!isAsking && !isStopped && isMissing()) void run()
    },
    stop: () => {
      isStopped = true
      rest()
    },
  }
}
