import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../json.ts'
import { hasRecordedData, RECORDED_DATA_DIR } from './config.ts'

/** One official test: transaction files and the rows that an official indexer made of them. */
export interface RecordedTest {
  readonly processor: string
  readonly test: string
  readonly batches: readonly (readonly string[])[]
}

/** Official tests of one processor; none where there is no recorded data. */
export function recordedTests(processor: string): readonly RecordedTest[] {
  if (!hasRecordedData) return []
  const index: { readonly tests: readonly RecordedTest[] } = readJson(join('expected', 'index.json'))
  return index.tests.filter((test) => test.processor === processor)
}

/** Returns rows of one table of an official test. */
export function expectedRows({ processor, test }: RecordedTest, table: string): readonly JsonObject[] {
  return readJson(join('expected', processor, test, `${table}.json`))
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(RECORDED_DATA_DIR, path), 'utf8'))
}
