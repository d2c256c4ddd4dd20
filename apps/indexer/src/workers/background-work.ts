import type { Logger } from 'pino'
import { pause } from '../pause.ts'

const AFTER_ERROR_MS = 5_000
/** Nor does what waits wait longer than this for a rest after a long piece. */
const MAX_REST_MS = 2_000

/** Work that is done beside the pipeline, piece by piece. */
export interface BackgroundWork {
  /**
   * Does the next piece of work.
   * @returns false when there is none.
   */
  readonly next: () => Promise<boolean>
  /** Wait when there is no work, in milliseconds. */
  readonly idleMs: number
  /** Rests this many times as long as it worked, up to a bound: its share of a core and of a connection; 1 is half, 4 a fifth. */
  readonly rest: number
  /** Said in the log when a piece fails; it is tried again later. */
  readonly interrupted: string
  readonly log: Logger
}

/** Works until it is disposed of, which waits for the piece in hand. */
export function startBackgroundWork(work: BackgroundWork): AsyncDisposable {
  const stopping = new AbortController()
  const done = keepWorking(work, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function keepWorking(
  { next, idleMs, rest, interrupted, log }: BackgroundWork,
  signal: AbortSignal,
): Promise<void> {
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
