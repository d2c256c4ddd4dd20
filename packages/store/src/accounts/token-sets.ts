import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { type Reader, readRow, readRows } from '../queries/read-rows.ts'
import { evictTokenSets, SET_BOUNDS, type SetBounds } from './token-set-shares.ts'

/** A set of tokens of a collection, as it was announced. */
export interface TokenSetRow {
  readonly root: string
  readonly collectionId: string
  /** {@link setKeyOf} of each token. */
  readonly tokens: readonly string[]
}

/** A set as it is stored. */
export interface StoredTokenSet extends TokenSetRow {
  /** Condition that it was built from; null for a bare list. */
  readonly condition: unknown
}

/** The client that announces a set, and the site that it belongs to: both count what is announced and named by no offer. */
export interface Announcer {
  readonly client: string
  readonly site: string
}

/** A token that may be in a set; names are those of the chain. */
export interface SetTokenRow {
  readonly tokenDataId: string
  readonly tokenStandard: 'v1' | 'v2'
  readonly tokenName: string
  readonly creatorAddress: string
  readonly collectionName: string
}

/** Length of a token's address in stored sets, in bytes. */
const ID_BYTES = 32

/** Returns the name of a token in sets. @param propertyVersion edition of a v1 token, 0 for other tokens. */
export function setKeyOf(tokenDataId: string, propertyVersion: bigint): string {
  return propertyVersion === 0n ? tokenDataId : `${tokenDataId}/${propertyVersion}`
}

/** Reads a name that {@link setKeyOf} made. */
export function parseSetKey(key: string): { readonly tokenDataId: string; readonly propertyVersion: bigint } {
  const [tokenDataId = '', version = '0'] = key.split('/')
  return { tokenDataId, propertyVersion: BigInt(version) }
}

/** Returns a name of {@link setKeyOf} as stored sets have it: the bytes of the token's address, then the digits of its edition. */
export function setKeyBytes(key: string): Buffer {
  const [tokenDataId = '', version = ''] = key.split('/')
  return Buffer.concat([Buffer.from(tokenDataId.slice(2), 'hex'), Buffer.from(version)])
}

function setKeyOfBytes(bytes: Buffer): string {
  const tokenDataId = `0x${bytes.toString('hex', 0, ID_BYTES)}`
  return bytes.length === ID_BYTES ? tokenDataId : `${tokenDataId}/${bytes.toString('utf8', ID_BYTES)}`
}

/**
 * Stores a set, once; the caller has checked it against its root. Others make way where they have more than their share.
 * @returns whether it is stored: false where everything that is has a better claim.
 */
export async function addTokenSet(
  { db }: Pick<Store, 'db'>,
  { root, collectionId, tokens }: TokenSetRow,
  { client, site }: Announcer,
  bounds: SetBounds = SET_BOUNDS,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    // Serialized: which sets are evicted depends on all others that are stored.
    await sql`select pg_advisory_xact_lock(hashtext('account.token_sets'))`.execute(transaction)
    await sql`
      insert into account.token_sets (root, collection_id, tokens, size)
      values (${root}, ${collectionId}, ${tokens.map(setKeyBytes)}::bytea[], ${tokens.length})
      on conflict (root) do update set announced_at = excluded.announced_at`.execute(transaction)
    await sql`
      insert into account.token_set_announcements (root, client, site) values (${root}, ${client}, ${site})
      on conflict (root, client) do update set announced_at = excluded.announced_at, site = excluded.site`.execute(
      transaction,
    )
    await evictTokenSets(transaction, collectionId, bounds)
    const { rows } = await sql`select from account.token_sets where root = ${root}`.execute(transaction)
    return rows.length > 0
  })
}

/** Reads a set; null where it was never announced, or has made way. */
export async function readTokenSet(reader: Reader, root: string): Promise<StoredTokenSet | null> {
  const row = await readRow(
    reader,
    sql<Omit<StoredTokenSet, 'tokens'> & { readonly tokens: readonly Buffer[] }>`
      select root, collection_id as "collectionId", tokens, condition from account.token_sets where root = ${root}`,
  )
  return row === null ? null : { ...row, tokens: row.tokens.map(setKeyOfBytes) }
}

/** Reads the collection of a set; null where no such set is stored. */
export async function readSetCollection(reader: Reader, root: string): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ readonly collectionId: string }>`
      select collection_id as "collectionId" from account.token_sets where root = ${root}`,
  )
  return row?.collectionId ?? null
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
