/** The first wait before something missing is asked for again, and the longest. */
const FIRST_MS = 2_000
const LONGEST_MS = 60_000
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
  let waitMs = FIRST_MS
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
      waitMs = FIRST_MS
    } else if (timer === undefined) {
      timer = setTimeout(() => void run(), waitMs * (1 + (Math.random() * 2 - 1) * SPREAD))
      waitMs = Math.min(waitMs * 2, LONGEST_MS)
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
