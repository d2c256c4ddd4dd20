/** Bounds of the pauses between attempts, milliseconds. */
export interface BackoffLimits {
  readonly firstMs: number
  readonly maxMs: number
}

/** Computes exponentially growing pauses between attempts: each is twice the one before, up to a maximum. */
export class Backoff {
  readonly #limits: BackoffLimits
  #nextMs: number

  constructor(limits: BackoffLimits) {
    this.#limits = limits
    this.#nextMs = limits.firstMs
  }

  /** Returns the pause before the next attempt in milliseconds. @param maxMs a lower maximum, for this pause alone. */
  next(maxMs = this.#limits.maxMs): number {
    const pauseMs = Math.min(this.#nextMs, maxMs)
    this.#nextMs = Math.min(pauseMs * 2, this.#limits.maxMs)
    return pauseMs
  }

  /** Starts over with the first pause, after a success. */
  reset(): void {
    this.#nextMs = this.#limits.firstMs
  }
}

/** Awaits work, for some milliseconds at most. @throws what the work throws within them. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  try {
    await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves after a time, or at the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
