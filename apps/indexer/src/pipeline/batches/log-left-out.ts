import type { Logger } from 'pino'
import type { IndexedReport } from './index-batch.ts'

/** Logs what is left out of a batch: events of marketplaces that stop, state that cannot be read, and transactions that cannot be written. */
export function logLeftOut(
  log: Logger,
  { newStops = [], unread = [], unwritten = [] }: Partial<Pick<IndexedReport, 'newStops' | 'unread' | 'unwritten'>>,
): void {
  for (const stop of newStops) log.error({ ...stop, version: String(stop.version) }, 'marketplace stopped')
  for (const one of unread) log.error({ ...one, version: String(one.version) }, 'state not read')
  for (const { row, error } of unwritten)
    log.error({ ...row, version: String(row.version), stack: stackOf(error) }, 'transaction not written')
}

/** Characters of a stack. */
const MAX_STACK = 2_000

/** Returns where an error was thrown, without its message: that may quote what a stranger wrote. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack?.replace(error.message, '').slice(0, MAX_STACK) : undefined
}
