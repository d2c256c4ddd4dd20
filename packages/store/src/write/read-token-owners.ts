import { sql } from 'kysely'
import type { Database } from '../connect.ts'

/** Which of the given objects are known tokens, and who owns each now (null: nobody). */
export async function readTokenOwners(
  db: Database,
  objects: readonly string[],
): Promise<readonly { readonly tokenDataId: string; readonly owner: string | null }[]> {
  if (objects.length === 0) return []
  const { rows } = await sql<{ tokenDataId: string; owner: string | null }>`
    select t.token_data_id as "tokenDataId", (
      select o.owner_address from chain.current_token_ownerships_v2 o
      where o.token_data_id = t.token_data_id and o.amount > 0
      order by o.last_transaction_version desc limit 1
    ) as owner
    from chain.current_token_datas_v2 t where t.token_data_id = any(${objects})`.execute(db)
  return rows
}
