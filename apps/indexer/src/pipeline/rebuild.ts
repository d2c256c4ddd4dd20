import { clearDerived } from '@opal/store/ingest/stream/clear-derived'
import { deriveAll, type RebuildReport } from './derive-all.ts'
import type { IndexContext } from './index-batch.ts'

/**
 * Makes every derived row again from the raw rows alone, in one transaction: readers see the old rows until it is done,
 * and an interruption leaves them as they were.
 * @param onTransactions told now and then how many are done.
 */
export async function rebuild(
  context: Pick<IndexContext, 'db' | 'stream' | 'chainId' | 'marketplaces'>,
  onTransactions?: (count: number) => void,
): Promise<RebuildReport> {
  return context.db.transaction().execute(async (transaction) => {
    await clearDerived(transaction)
    return deriveAll(transaction, transaction, context, onTransactions)
  })
}
