import { sql } from 'kysely'
import type { DeadLetter } from '../write/dead-letters.ts'
import { type Reader, readRows } from './read-rows.ts'

/** Reads cards and rankings that failed by themselves, those of one kind together, by id. */
export function readDeadLetters(reader: Reader, limit: number): Promise<readonly DeadLetter[]> {
  return readRows(
    reader,
    sql<DeadLetter>`select work, subject, error from market.dead_letters order by work, subject limit ${limit}`,
  )
}
