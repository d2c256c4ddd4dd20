import { pause } from '@opal/domain/backoff'
import type { Logger } from 'pino'

const AFTER_ERROR_MS = 5_000
/** Longest rest after a long piece. */
const MAX_REST_MS = 2_000

/** Work that is done in the background, piece by piece. */
export interface BackgroundWork {
  /**
   * Does the next piece of work.
   * @returns false when there is none.
   */
  readonly next: () => Promise<boolean>
  /** Wait when there is no work, in milliseconds. */
  readonly idleMs: number
  /** Rest after a piece as a multiple of its duration, up to a bound. It sets the share of a core and a connection: 1 is half, 4 a fifth. */
  readonly rest: number
  /** Log message when a piece fails; the piece is retried later. */
  readonly interrupted: string
  readonly log: Logger
}

/** Works until it is disposed of, which waits for the current piece. */
export function startBackgroundWork(work: BackgroundWork): AsyncDisposable {
  const stopping = new AbortController()
  const done = workUntil(work, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function workUntil({ next, idleMs, rest, interrupted, log }: BackgroundWork, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now()
    try {
      const worked = await next()
      const restMs = Math.min(rest * (performance.now() - began), MAX_REST_MS)
      await pause(worked ? restMs : idleMs, signal)
    } catch (error) {
      log.warn({ err: error }, interrupted)
      await pause(AFTER_ERROR_MS, signal)
    }
  }
}
