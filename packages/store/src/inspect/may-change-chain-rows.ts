import { sql } from 'kysely'
import type { Store } from '../connect.ts'

/** Tells whether this connection's user may write or alter what is read from the chain, which the API has no need to. */
export async function mayChangeChainRows({ db }: Pick<Store, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege('market', 'create') or has_table_privilege('market.listings', 'insert') as may`.execute(
    db,
  )
  return rows[0]?.may ?? false
}
