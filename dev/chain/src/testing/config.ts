import { resolve } from 'node:path'

/** Folder of recorded transactions, read in place: never part of this repository. */
export const RECORDED_DATA_DIR: string =
  process.env.RECORDED_DATA_DIR ?? resolve(import.meta.dirname, '../../../../../shared/data')
