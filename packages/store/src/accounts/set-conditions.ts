import type { Json } from '@opal/domain/json'
import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { toStorableJson } from '../driver/storable-text.ts'
import { type Reader, readRows } from '../queries/read-rows.ts'

/** Names a set as offers do: by its root, for their collection. */
export interface NamedSet {
  readonly root: string
  readonly collectionId: string
}

/** The parts of a set that lists of bids show. */
export interface SetLabelRow extends NamedSet {
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

/** Reads size and condition of sets; those that were not announced, or are of another collection, are left out. */
export async function readSetLabels(reader: Reader, sets: readonly NamedSet[]): Promise<readonly SetLabelRow[]> {
  if (sets.length === 0) return []
  return await readRows(
    reader,
    sql<SetLabelRow>`
    select s.root, s.collection_id as "collectionId", s.size, s.condition from (
      select distinct * from unnest(${sets.map(({ root }) => root)}::text[], ${sets.map(({ collectionId }) => collectionId)}::text[])
        as named (root, collection_id)
    ) named join account.token_sets s using (root, collection_id)`,
  )
}
