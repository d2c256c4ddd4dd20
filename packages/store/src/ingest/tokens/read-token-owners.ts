import { UNKNOWN_OWNER } from '@opal/domain/token-change'
import { sql } from 'kysely'
import type { Database } from '../../connect.ts'
import { pipelined, type Statements } from '../../driver/pipelined.ts'

/** What is known of the tokens, tables and collections that were asked about, each by its id. */
export interface RememberedTokens {
  /** Known tokens, with who owns each, or owned it last; null: nobody is known. */
  readonly owners: ReadonlyMap<string, string | null>
  /** Tables that held a v1 token, by {@link heldName}, with the account whose store each is. */
  readonly holders: ReadonlyMap<string, string>
  /** v1 collections, with the table that each is kept in. */
  readonly tables: ReadonlyMap<string, string>
}

/** Names a table together with a token that it held. */
export function heldName(token: string, table: string): string {
  return `${token} ${table}`
}

/** Knows nothing, as an empty database. */
export const NOTHING_REMEMBERED: RememberedTokens = { owners: new Map(), holders: new Map(), tables: new Map() }

/**
 * Reads what is remembered under the given ids. The last owner of a burnt token is needed when the burn is written again.
 * Whose a table is, is found through a token that it holds or held: both must be asked about.
 */
export async function readTokenOwners(db: Database, ids: readonly string[]): Promise<RememberedTokens> {
  return pipelined(db, (at) => rememberTokens(at, ids))
}

/** {@link readTokenOwners} among other statements. */
export async function rememberTokens(at: Statements, ids: readonly string[]): Promise<RememberedTokens> {
  if (ids.length === 0) return NOTHING_REMEMBERED
  const [owners, holders, tables] = await Promise.all([readOwners(at, ids), readHolders(at, ids), readTables(at, ids)])
  return { owners, holders, tables }
}

async function readOwners(at: Statements, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ id: string; owner: string | null }>`
    select t.token_data_id as id, (
      select o.owner_address from chain.current_token_ownerships_v2 o
      where o.token_data_id = t.token_data_id and o.owner_address <> ${UNKNOWN_OWNER}
      order by o.amount > 0 desc, o.last_transaction_version desc, o.owner_address limit 1
    ) as owner
    from chain.current_token_datas_v2 t where t.token_data_id = any(${ids})`.execute(at)
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

async function readHolders(at: Statements, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ token: string; table: string; owner: string }>`
    select distinct token_data_id as token, storage_id as table, owner_address as owner from chain.current_token_ownerships_v2
    where token_data_id = any(${ids}) and storage_id = any(${ids}) and token_standard = 'v1'`.execute(at)
  return new Map(rows.map(({ token, table, owner }) => [heldName(token, table), owner]))
}

async function readTables(at: Statements, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; table: string }>`
    select collection_id as id, table_handle_v1 as table from chain.current_collections_v2
    where collection_id = any(${ids}) and table_handle_v1 is not null`.execute(at)
  return new Map(rows.map(({ id, table }) => [id, table]))
}
