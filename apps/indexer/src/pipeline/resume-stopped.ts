import { readRaw } from '@opal/store/ingest/raw/read-raw'
import { beginDecodeResume, readDecodeResumes } from '@opal/store/ingest/stream/decode-resumes'
import { readDecodeStops } from '@opal/store/ingest/stream/decode-stops'
import { NO_KNOWN_TOKENS } from '@opal/store/ingest/tokens/known-tokens'
import type { DecodeStopRow } from '@opal/store/tables/decode-stops'
import type { Logger } from 'pino'
import { decodeBatch, skipKey } from './decode-batch.ts'
import type { IndexContext } from './index-batch.ts'
import { type RederiveOptions, rederiveMarketplace } from './rederive-marketplace.ts'

export interface ResumeOptions extends RederiveOptions {
  /** Told which marketplace is made up for, and up to which version that is done; null at its end. */
  readonly onResume?: (marketplace: string, nextVersion: bigint | null) => void
}

/**
 * Tries the events at which marketplaces stopped again. When a mended release can decode one, or an operator had it passed
 * over, what the marketplace did since is made up for from the raw rows, which were kept all the while: a part at a time,
 * so that nobody waits for a lock and an interruption goes on where it was.
 */
export async function resumeStopped(context: IndexContext, log: Logger, options: ResumeOptions = {}): Promise<void> {
  for (const stop of await readDecodeStops(context.db)) {
    if (!(await isMended(context, stop))) continue
    await beginDecodeResume(context.db, stop.marketplace)
    context.stopped.delete(stop.marketplace)
    log.info({ marketplace: stop.marketplace, from: String(stop.version) }, 'a stopped marketplace goes on')
  }
  for (const { marketplace, next_version } of await readDecodeResumes(context.db)) {
    options.onResume?.(marketplace, next_version)
    const report = await rederiveMarketplace(
      context,
      { marketplace, fromVersion: next_version },
      {
        ...options,
        onPart: (transactions, nextVersion) => {
          options.onResume?.(marketplace, nextVersion)
          options.onPart?.(transactions, nextVersion)
        },
      },
    )
    options.onResume?.(marketplace, null)
    for (const stop of report.stops) context.stopped.add(stop.marketplace)
    const stopped = report.stops.map((stop) => stop.marketplace)
    log.info({ marketplace, transactions: report.transactions, stopped }, 'made up for what was left out')
  }
}

async function isMended(context: IndexContext, stop: DecodeStopRow): Promise<boolean> {
  for await (const [transaction] of readRaw(context.db, stop.version, 1)) {
    if (transaction === undefined) return false
    const without = { stopped: new Set<string>(), skipped: context.skipped }
    const decoded = decodeBatch([transaction], context.marketplaces, NO_KNOWN_TOKENS, without)
    // It may stop again at a later event of the same transaction: that is another stop.
    return decoded.stops.every((each) => skipKey(each) !== skipKey(stop))
  }
  return false
}
