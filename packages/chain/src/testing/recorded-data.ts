import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import { readRecordedTransaction } from '../read-recorded-transaction.ts'
import { hasRecordedData, RECORDED_DATA_DIR } from './config.ts'

/** One official test: transaction files and the rows that Aptos' own indexer made of them. */
export interface RecordedTest {
  readonly processor: string
  readonly test: string
  readonly batches: readonly (readonly string[])[]
}

/** Official tests of one processor; none where there is no recorded data. */
export function recordedTests(processor: string): readonly RecordedTest[] {
  if (!hasRecordedData) return []
  const index = JSON.parse(readFileSync(join(RECORDED_DATA_DIR, 'expected', 'index.json'), 'utf8')) as {
    tests: readonly RecordedTest[]
  }
  return index.tests.filter((test) => test.processor === processor)
}

/** Rows of one table of an official test. */
export function expectedRows({ processor, test }: RecordedTest, table: string): readonly JsonObject[] {
  return JSON.parse(readFileSync(join(RECORDED_DATA_DIR, 'expected', processor, test, `${table}.json`), 'utf8'))
}

/** A transaction by its path inside the recorded data. */
export function recordedTransaction(path: string): aptos.transaction.v1.Transaction {
  return readRecordedTransaction(join(RECORDED_DATA_DIR, path))
}

/** Paths of all recorded transactions. */
export function recordedTransactionPaths(): readonly string[] {
  if (!hasRecordedData) return []
  return ['mainnet', 'testnet', 'devnet'].flatMap((network) =>
    readdirSync(join(RECORDED_DATA_DIR, `${network}-transactions`)).map((name) => `${network}-transactions/${name}`),
  )
}
