import { readRebuildsDue } from '@opal/store/ingest/stream/clear-derived'
import type { Logger } from 'pino'
import type { IndexContext } from './index-batch.ts'
import { rebuild } from './rebuild.ts'

/** Makes everything derived again when this release has tables that the raw rows of an older one have yet to fill. */
export async function rebuildIfDue(context: IndexContext, log: Logger): Promise<void> {
  const reasons = await readRebuildsDue(context.db)
  if (reasons.length === 0) return
  log.info({ reasons }, 'this release derives more than the last: rebuilding from the raw rows')
  log.info(await rebuild(context), 'rebuilt')
}
