import { Backoff } from '@opal/domain/backoff'

/** Pauses before something missing is requested again. */
const BACKOFF = { firstMs: 2_000, maxMs: 60_000 }
/** Waits differ by up to a quarter, so that not every browser asks at once when a server comes back. */
const SPREAD = 0.25

export interface RecoveryOptions {
  /** Is anything missing that may come yet? */
  isMissing(): boolean
  /** Asks for what is missing. Resolves when that is answered, well or not. */
  ask(): Promise<void>
}

/** Asks for what is missing, again and again with growing waits, until nothing is. */
export interface Recovery {
  /** Something was lost or came: looks whether there is anything to do. */
  look(): void
  /** There is reason to believe that it can be had now. */
  hurry(): void
  stop(): void
}

/** Asks again for what could not be loaded, with growing pauses, until nothing is missing. */
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
