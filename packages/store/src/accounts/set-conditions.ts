import type { Json } from '@opal/domain/json'
import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { toStorableJson } from '../driver/storable-text.ts'
import { type Reader, readRows } from '../queries/read-rows.ts'

/** The parts of a set that lists of bids show. */
export interface SetLabelRow {
  /** Number of its tokens. */
  readonly size: number
  /** Condition that it was built from, as it was stored; null for a bare list. */
  readonly condition: unknown
}

/** Stores the condition of an announced set, which the caller has checked. The first one stays. */
export async function addSetCondition({ db }: Pick<Store, 'db'>, root: string, condition: object): Promise<void> {
  await sql`
    update account.token_sets set condition = ${toStorableJson(condition as Json)}::jsonb where root = ${root} and condition is null`.execute(
    db,
  )
}

/** Reads size and condition of sets by their roots; those that were not announced are left out. */
export async function readSetLabels(
  reader: Reader,
  roots: readonly string[],
): Promise<ReadonlyMap<string, SetLabelRow>> {
  if (roots.length === 0) return new Map()
  const rows = await readRows(
    reader,
    sql<SetLabelRow & { readonly root: string }>`
    select root, size, condition from account.token_sets where root = any(${[...new Set(roots)]}::text[])`,
  )
  return new Map(rows.map(({ root, ...label }) => [root, label]))
}
