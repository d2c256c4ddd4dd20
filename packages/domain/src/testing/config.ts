import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../../..')

/** Folder of the recorded transactions: outside the repository, read in place. */
export const RECORDED_DATA_DIR = process.env.RECORDED_DATA_DIR ?? join(ROOT, '..', 'shared', 'data')

/** Tests against recorded data are skipped, and say so, where there is none. */
export const hasRecordedData = existsSync(join(RECORDED_DATA_DIR, 'expected', 'index.json'))

if (!hasRecordedData) {
  process.stderr.write(
    `No recorded transactions at ${RECORDED_DATA_DIR} (RECORDED_DATA_DIR): their tests are skipped.\n`,
  )
}
