import type { Database } from '@opal/store/connect'
import { derive } from '@opal/store/write/apply-batch'
import { clearDerived } from '@opal/store/write/clear-derived'
import { readRaw } from '@opal/store/write/read-raw'
import { readTokenOwners } from '@opal/store/write/read-token-owners'
import { decodeBatch } from './decode-batch.ts'
import type { IndexContext } from './index-batch.ts'

const BATCH = 2_000

export interface RebuildReport {
  /** How many raw transactions were decoded again. */
  readonly transactions: number
  /** Marketplaces that met an event they cannot decode. */
  readonly stopped: readonly string[]
}

/**
 * Makes every derived row again from the raw rows alone, in one transaction: readers see the old rows until it is done,
 * and an interruption leaves them as they were.
 */
export async function rebuild(
  context: Pick<IndexContext, 'db' | 'stream' | 'chainId' | 'marketplaces'>,
): Promise<RebuildReport> {
  const { stream, chainId, marketplaces } = context
  const position = { stream, chainId, nextVersion: 0n, lastTimestampMicros: null }
  const stopped = new Set<string>()
  let count = 0
  await context.db.transaction().execute(async (transaction) => {
    await clearDerived(transaction)
    const remember = (objects: readonly string[]) => readTokenOwners(transaction as Database, objects)
    for await (const raw of readRaw(transaction, 0n, BATCH)) {
      const decoded = await decodeBatch(raw, marketplaces, remember, stopped)
      await derive(transaction, { ...decoded, position }, false)
      for (const { marketplace } of decoded.stops) stopped.add(marketplace)
      count += raw.length
    }
  })
  return { transactions: count, stopped: [...stopped].sort() }
}
