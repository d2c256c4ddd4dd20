import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { type Reader, readRow, readRows } from '../queries/read-rows.ts'

/** Sets that no open offer names: they are announced before the offer is placed. The oldest beyond these make way. */
export const MAX_UNNAMED_SETS = 500

/** A set of tokens of a collection, as it was announced. */
export interface TokenSetRow {
  readonly root: string
  readonly collectionId: string
  /** {@link setKeyOf} of each token. */
  readonly tokens: readonly string[]
}

/** A token that may be in a set; names are those of the chain. */
export interface SetTokenRow {
  readonly tokenDataId: string
  readonly tokenStandard: 'v1' | 'v2'
  readonly tokenName: string
  readonly creatorAddress: string
  readonly collectionName: string
}

/** Returns the name of a token in stored sets. @param propertyVersion edition of a v1 token, 0 for other tokens. */
export function setKeyOf(tokenDataId: string, propertyVersion: bigint): string {
  return propertyVersion === 0n ? tokenDataId : `${tokenDataId}/${propertyVersion}`
}

/** Reads a name that {@link setKeyOf} made. */
export function parseSetKey(key: string): { readonly tokenDataId: string; readonly propertyVersion: bigint } {
  const [tokenDataId = '', version = '0'] = key.split('/')
  return { tokenDataId, propertyVersion: BigInt(version) }
}

/** Stores a set, once; the caller has checked it against its root. Sets that nothing names any more make way. */
export async function addTokenSet(
  { db }: Pick<Store, 'db'>,
  { root, collectionId, tokens }: TokenSetRow,
): Promise<void> {
  await sql`
    insert into account.token_sets (root, collection_id, tokens) values (${root}, ${collectionId}, ${[...tokens]}::text[])
    on conflict (root) do update set announced_at = excluded.announced_at`.execute(db)
  await sql`
    delete from account.token_sets where root in (
      select s.root from account.token_sets s
      where not exists (select from market.collection_offers o where o.set_root = s.root and o.state = 'open')
      order by s.announced_at desc offset ${MAX_UNNAMED_SETS}
    )`.execute(db)
}

/** Reads a set; null where it was never announced, or has made way. */
export function readTokenSet(reader: Reader, root: string): Promise<TokenSetRow | null> {
  return readRow(
    reader,
    sql<TokenSetRow>`select root, collection_id as "collectionId", tokens from account.token_sets where root = ${root}`,
  )
}

/** Reads tokens of a collection that is known, in no order; those of other collections are left out. */
export function readSetTokens(
  reader: Reader,
  collectionId: string,
  tokenDataIds: readonly string[],
): Promise<readonly SetTokenRow[]> {
  return readRows(
    reader,
    sql<SetTokenRow>`
    select t.token_data_id as "tokenDataId", t.token_standard as "tokenStandard", t.token_name as "tokenName",
      c.creator_address as "creatorAddress", c.collection_name as "collectionName"
    from chain.current_token_datas_v2 t join chain.current_collections_v2 c using (collection_id)
    where t.token_data_id = any(${[...tokenDataIds]}::text[]) and t.collection_id = ${collectionId}`,
  )
}
