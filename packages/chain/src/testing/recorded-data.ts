import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { aptos } from '@aptos-labs/aptos-protos'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { readRecordedTransaction } from '../transaction/read-recorded-transaction.ts'

/** Returns a transaction by its path inside the recorded data. */
export function recordedTransaction(path: string): aptos.transaction.v1.Transaction {
  return readRecordedTransaction(join(RECORDED_DATA_DIR, path))
}

/** Returns paths of all recorded transactions. */
export function recordedTransactionPaths(): readonly string[] {
  if (!hasRecordedData) return []
  return ['mainnet', 'testnet', 'devnet'].flatMap((network) =>
    readdirSync(join(RECORDED_DATA_DIR, `${network}-transactions`)).map((name) => `${network}-transactions/${name}`),
  )
}
