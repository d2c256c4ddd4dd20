import { Backoff, pause } from '@opal/domain/backoff'
import { MarketError } from '@opal/domain/errors'
import { databaseAdvice } from '@opal/store/driver/database-advice'
import { isDatabaseAway } from '@opal/store/driver/faults'
import type { Logger } from 'pino'
import type { Progress } from '../status/progress.ts'

const RETRY_BACKOFF = { firstMs: 500, maxMs: 15_000 }
/** A database that is away is ours and comes back: trying again costs it nothing, and everyone waits for it. */
const MAX_DATABASE_RETRY_MS = 1_000

interface KeepRunningOptions {
  readonly progress: Progress
  readonly log: Logger
  readonly signal: AbortSignal
  /** Waits some milliseconds, or until the signal; tests bring their own. */
  readonly wait?: typeof pause
}

/**
 * Runs the pipeline again after whatever may pass, such as a database that restarts. Pauses grow until the pipeline has moved on.
 * @throws MarketError that trying again does not help.
 */
export async function keepRunning(
  run: () => Promise<void>,
  { progress, log, signal, wait = pause }: KeepRunningOptions,
): Promise<void> {
  const backoff = new Backoff(RETRY_BACKOFF)
  while (!signal.aborted) {
    const before = progress.health().nextVersion
    try {
      await run()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof MarketError && !error.retryable) {
        progress.failed(error)
        throw error
      }
      progress.interrupted(error)
      if (progress.health().nextVersion !== before) backoff.reset()
      const isAway = isDatabaseAway(error)
      const retryMs = isAway ? backoff.next(MAX_DATABASE_RETRY_MS) : backoff.next()
      // For a database that is away the stack is useless, and would be logged every second.
      log.warn({ ...(isAway ? { error: databaseAdvice(error) } : { err: error }), retryMs }, 'indexing was interrupted')
      await wait(retryMs, signal)
    }
  }
}
