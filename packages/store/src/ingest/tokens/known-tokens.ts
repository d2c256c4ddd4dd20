import { UNKNOWN_OWNER } from '@opal/domain/tokens/token-change'
import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { type Executor, pipelined } from '../../driver/pipelining.ts'
import type { DecodedTransactions } from '../batch.ts'
import { definePhase } from '../define-phase.ts'

/** Stored tokens, tables and collections that a batch names, by id. */
export interface KnownTokens {
  /** Known tokens with their current or last owner; null when no owner is known. */
  readonly owners: ReadonlyMap<string, string | null>
  /** Tables that held a v1 token, by {@link tableItemKey}, with the account that owns each table. */
  readonly holders: ReadonlyMap<string, string>
  /** v1 collections, with the table that holds each. */
  readonly tables: ReadonlyMap<string, string>
}

/** Returns a key of a table and a token that it held. */
export function tableItemKey(token: string, table: string): string {
  return `${token} ${table}`
}

/** Known tokens of an empty store. */
export const NO_KNOWN_TOKENS: KnownTokens = { owners: new Map(), holders: new Map(), tables: new Map() }

/**
 * Decodes the batch with the store's knowledge of its tokens. The decoded transactions are in chain order.
 * @throws what decoding throws.
 */
export const decodePhase = definePhase({
  name: 'decode',
  readsBefore: ['chain.current_token_datas_v2', 'chain.current_token_ownerships_v2', 'chain.current_collections_v2'],
  read: (db, { batch }) => selectKnownTokens(db, batch.lookups),
  compute: ({ batch }, known): DecodedTransactions => {
    const { transactions, stops } = batch.decode(known)
    const inOrder = transactions.toSorted((a, b) => (a.transaction.version < b.transaction.version ? -1 : 1))
    return { transactions: inOrder, stops }
  },
})

/**
 * Reads the known tokens with the given ids. The last owner of a burnt token is needed when the burn is written
 * again. The owner of a table is found through a token that it holds or held: both ids must be given.
 */
export async function readKnownTokens(db: Database, ids: readonly string[]): Promise<KnownTokens> {
  return pipelined(db, (statements) => selectKnownTokens(statements, ids))
}

async function selectKnownTokens(db: Executor, ids: readonly string[]): Promise<KnownTokens> {
  if (ids.length === 0) return NO_KNOWN_TOKENS
  const [owners, holders, tables] = await Promise.all([readOwners(db, ids), readHolders(db, ids), readTables(db, ids)])
  return { owners, holders, tables }
}

async function readOwners(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ id: string; owner: string | null }>`
    select t.token_data_id as id, (
      select o.owner_address from chain.current_token_ownerships_v2 o
      where o.token_data_id = t.token_data_id and o.owner_address <> ${UNKNOWN_OWNER}
      order by o.amount > 0 desc, o.last_transaction_version desc, o.owner_address limit 1
    ) as owner
    from chain.current_token_datas_v2 t where t.token_data_id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

async function readHolders(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ token: string; table: string; owner: string }>`
    select distinct token_data_id as token, storage_id as table, owner_address as owner from chain.current_token_ownerships_v2
    where token_data_id = any(${ids}) and storage_id = any(${ids}) and token_standard = 'v1'`.execute(db)
  return new Map(rows.map(({ token, table, owner }) => [tableItemKey(token, table), owner]))
}

async function readTables(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; table: string }>`
    select collection_id as id, table_handle_v1 as table from chain.current_collections_v2
    where collection_id = any(${ids}) and table_handle_v1 is not null`.execute(db)
  return new Map(rows.map(({ id, table }) => [id, table]))
}
