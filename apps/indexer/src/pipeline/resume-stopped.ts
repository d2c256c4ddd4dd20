import type { DecodeStopRow } from '@opal/store/tables/decode-stops'
import { readDecodeStops } from '@opal/store/write/decode-stops'
import { readRaw } from '@opal/store/write/read-raw'
import { NOTHING_REMEMBERED } from '@opal/store/write/read-token-owners'
import type { Logger } from 'pino'
import { decodeBatch, skipKey } from './decode-batch.ts'
import type { IndexContext } from './index-batch.ts'
import { rebuild } from './rebuild.ts'

/**
 * Tries the events at which marketplaces stopped again. When a mended release can decode one, or an operator had it passed
 * over, everything derived is made again from the raw rows, which were kept all the while.
 */
export async function resumeStopped(context: IndexContext, log: Logger): Promise<void> {
  const stops = await readDecodeStops(context.db)
  const mended: string[] = []
  for (const stop of stops) if (await isMended(context, stop)) mended.push(stop.marketplace)
  if (mended.length === 0) return
  log.info({ marketplaces: mended }, 'stopped marketplaces go on: rebuilding from the raw rows')
  const { transactions, stopped } = await rebuild(context)
  context.stopped.clear()
  for (const marketplace of stopped) context.stopped.add(marketplace)
  log.info({ transactions, stopped }, 'rebuilt')
}

async function isMended(context: IndexContext, stop: DecodeStopRow): Promise<boolean> {
  for await (const [transaction] of readRaw(context.db, stop.version, 1)) {
    if (transaction === undefined) return false
    const without = { stopped: new Set<string>(), skipped: context.skipped }
    const decoded = await decodeBatch([transaction], context.marketplaces, async () => NOTHING_REMEMBERED, without)
    // It may stop again at a later event of the same transaction: that is another stop.
    return decoded.stops.every((each) => skipKey(each) !== skipKey(stop))
  }
  return false
}
