import { type RawBuilder, sql } from 'kysely'
import { HOLDER_OF_OLDER } from '../orders/best-orders-sql.ts'
import { type Reader, readRows } from '../read-rows.ts'

/** A token's name, and the facts that decide how it is traded. */
export interface TokenHead {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string | null
  readonly tokenStandard: 'v1' | 'v2'
  readonly isDeleted: boolean
  readonly attributes: unknown
  readonly properties: unknown
  readonly collectionId: string
  /** Null, like the creator, when the collection has not been seen. */
  readonly collectionName: string | null
  readonly creatorAddress: string | null
  /** Edition that the token's largest holder has. */
  readonly propertyVersion: bigint
}

/** Reads names of tokens by id, in any order; unknown ids are left out. A plan of hundreds of items needs none of their orders and sales. */
export async function readTokenHeads(reader: Reader, ids: readonly string[]): Promise<readonly TokenHead[]> {
  return ids.length === 0 ? [] : readRows(reader, tokenHeadsSql(ids))
}

/**
 * Selects {@link TokenHead}s of tokens `t` with their metadata `tm` and their collections `c`.
 * @param more further columns, and the joins that they need.
 */
export function tokenHeadsSql(
  ids: readonly string[],
  more: { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> } = {
    columns: sql``,
    joins: sql``,
  },
): RawBuilder<TokenHead> {
  return sql<TokenHead>`
    select t.token_data_id as "tokenDataId", t.token_name as name, tm.image, t.token_standard as "tokenStandard",
      coalesce(t.is_deleted_v2, false) as "isDeleted", tm.attributes, t.token_properties as properties, t.collection_id as "collectionId",
      c.collection_name as "collectionName", c.creator_address as "creatorAddress", coalesce(h.property_version, 0) as "propertyVersion"
      ${more.columns}
    from chain.current_token_datas_v2 t
    left join market.metadata tm on tm.uri = t.token_uri
    left join chain.current_collections_v2 c on c.collection_id = t.collection_id
    left join lateral (${HOLDER_OF_OLDER}) h on true
    ${more.joins}
    where t.token_data_id = any(${[...ids]}::text[])`
}
