import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Folder of recorded transactions, read in place: never part of this repository. */
export const RECORDED_DATA_DIR: string =
  process.env.RECORDED_DATA_DIR ?? resolve(import.meta.dirname, '../../../../../shared/data')

/** Tests against recorded data are skipped, and say so, where there is none. */
export const hasRecordedData = existsSync(join(RECORDED_DATA_DIR, 'expected', 'index.json'))

if (!hasRecordedData) {
  process.stderr.write(
    `No recorded transactions at ${RECORDED_DATA_DIR} (RECORDED_DATA_DIR): their tests are skipped.\n`,
  )
}
