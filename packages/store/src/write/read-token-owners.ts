import { UNKNOWN_OWNER } from '@opal/domain/token-change'
import { sql } from 'kysely'
import type { Database } from '../connect.ts'

/**
 * Which of the given objects are known tokens, and who owns each, or owned it last (null: nobody is known). The last owner
 * of a burnt token is needed when the burn is written again.
 */
export async function readTokenOwners(
  db: Database,
  objects: readonly string[],
): Promise<readonly { readonly tokenDataId: string; readonly owner: string | null }[]> {
  if (objects.length === 0) return []
  const { rows } = await sql<{ tokenDataId: string; owner: string | null }>`
    select t.token_data_id as "tokenDataId", (
      select o.owner_address from chain.current_token_ownerships_v2 o
      where o.token_data_id = t.token_data_id and o.owner_address <> ${UNKNOWN_OWNER}
      order by o.amount > 0 desc, o.last_transaction_version desc, o.owner_address limit 1
    ) as owner
    from chain.current_token_datas_v2 t where t.token_data_id = any(${objects})`.execute(db)
  return rows
}
