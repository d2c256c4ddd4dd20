import { isUnwritable } from '@opal/store/driver/faults'
import { despiteRefusals } from '@opal/store/ingest/despite-refusals'
import { settleDuePoints } from '@opal/store/ingest/points/settle-points'
import { settleBidders } from '@opal/store/ingest/stats/settle-bidders'
import { settleTime } from '@opal/store/ingest/stats/settle-time'
import type { Logger } from 'pino'
import type { Progress } from '../../status/progress.ts'
import type { IndexContext } from '../batches/index-batch.ts'
import { stackOf } from '../batches/log-left-out.ts'

/** Time in each second that goes into each kind of work that many orders of one party make, in milliseconds: batches wait for it. */
const PARTS_MS = 100
/**
 * Limit, per second, of offers of each kind that begin or cease to count, of bidders with many offers. Each offer may be on another collection,
 * whose change is sent to every page that lists collections, and a bidder can change a thousand offers again and again by deposits and
 * withdrawals.
 */
const OFFERS_PER_SECOND = 50

/** Settings of {@link settleDue}. */
export interface SettleOptions {
  readonly progress: Progress
  readonly log: Logger
  /** Time up to which orders are settled, microseconds since 1970; null while it is not known. */
  readonly nowMicros: bigint | null
}

/** Does work that has come due, by time or because batches left it for later. Work that cannot be written holds up no batch. */
export async function settleDue({ db }: IndexContext, { progress, log, nowMicros }: SettleOptions): Promise<void> {
  const settleUntil = (micros: bigint) =>
    settleTime(db, micros, (order, error) => {
      progress.refused()
      log.error({ ...order, stack: stackOf(error) }, 'order not settled')
    })
  try {
    await despiteRefusals([
      // Offers expire also while nothing happens on the chain.
      ...(nowMicros === null ? [] : [() => settleUntil(nowMicros)]),
      () => settleBidders(db, { offers: OFFERS_PER_SECOND, ms: PARTS_MS }),
      () => settleDuePoints(db, PARTS_MS),
    ])
  } catch (error) {
    if (!isUnwritable(error)) throw error
    progress.refused()
    log.error({ err: error }, 'what time or earlier batches have made due cannot be written')
  }
}
