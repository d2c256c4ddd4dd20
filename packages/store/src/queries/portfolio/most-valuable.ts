import { type RawBuilder, sql } from 'kysely'
import { limitSql, type Reader, readRows } from '../read-rows.ts'
import { collectionsShown } from './held-filter.ts'
import type { HeldToken } from './held-tokens.ts'

/** A token that one of some wallets holds. */
export interface ValuedToken extends HeldToken {
  readonly walletAddress: string
  /** Items of the edition that it holds. */
  readonly amount: bigint
}

/** The most valuable of what some wallets hold, and the number of all that they hold. */
export interface MostValuable {
  readonly tokens: readonly ValuedToken[]
  readonly total: number
}

/**
 * Finds the most valuable tokens that some wallets hold, and counts all, without spam: the dearest first, of the same value in the order of the
 * wallets, and of one wallet in that of its own list. Each collection of a wallet is looked at once for both, and as many tokens as are wanted.
 */
export async function findMostValuable(
  reader: Reader,
  wallets: readonly string[],
  { collectionId, take }: { readonly collectionId?: string | undefined; readonly take: number },
): Promise<MostValuable> {
  const collections = collectionsShown({ holder: sql`holder.wallet`, spam: 'hide', collectionId })
  const tokens = (isOfIt: RawBuilder<unknown>) => sql`(
        select h.token_data_id, h.property_version, h.amount from market.token_holders h where h.holder = c.wallet and h.amount > 0 and ${isOfIt}
        order by h.token_data_id desc, h.property_version desc ${limitSql(take)})`
  const found = await readRows(
    reader,
    sql<ValuedToken & { readonly total: bigint }>`
    with shown as materialized (
      select holder.wallet, holder.n, of_it.* from unnest(${[...wallets]}::text[]) with ordinality as holder (wallet, n)
      cross join lateral (${collections} offset 0) of_it
    )
    select c.wallet as "walletAddress", c.value::text as value, c.collection as "collectionId", h.token_data_id as "tokenDataId",
      h.property_version as "propertyVersion", h.amount, (select sum(editions)::bigint from shown) as total
    from (
      select wallet, n, collection_id, coalesce(collection_id, '') as collection, coalesce(each, -1)::numeric as value from shown
      order by value desc, n, collection desc offset 0
    ) c cross join lateral (
      ${tokens(sql`h.collection_id = c.collection_id`)}
      union all
      ${tokens(sql`h.collection_id is null and c.collection_id is null`)}
    ) h
    order by c.value desc, c.n, c.collection desc, h.token_data_id desc, h.property_version desc ${limitSql(take)}`,
  )
  return { tokens: found.map(({ total: _, ...token }) => token), total: Number(found[0]?.total ?? 0n) }
}
