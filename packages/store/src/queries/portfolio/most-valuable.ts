import { compareOctas } from '@opal/domain/prices/octas'
import { type RawBuilder, sql } from 'kysely'
import { limitSql, type Reader, readRows } from '../read-rows.ts'
import { collectionRanges } from './collection-ranges.ts'
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
  const ranges = collectionId === undefined ? collectionRanges(sql`collection_id`) : [undefined]
  const parts = await Promise.all(
    ranges.map((isIn) => findValuedCollections(reader, wallets, { collectionId, isIn, take })),
  )
  // Lists go down in the order of the collections: so do the ranges.
  const collections = parts.toReversed().flat().toSorted(byValue).slice(0, take)
  const total = parts.reduce((sum, [first]) => sum + Number(first?.total ?? 0n), 0)
  return { tokens: await readTokensOf(reader, collections, take), total }
}

/** What one of the wallets holds of a collection. */
interface ValuedCollection {
  readonly wallet: string
  /** Place of the wallet among all. */
  readonly n: bigint
  /** Empty where it is not known. */
  readonly collectionId: string
  /** Octas that one item is worth; -1 without a market. */
  readonly value: bigint
  /** Items of all collections in the range. */
  readonly total: bigint
}

function byValue(one: ValuedCollection, other: ValuedCollection): number {
  return compareOctas(other.value, one.value) || compareOctas(one.n, other.n)
}

/** Finds as many of the most valuable collections as there are tokens wanted: each has at least one. */
function findValuedCollections(
  reader: Reader,
  wallets: readonly string[],
  {
    take,
    ...range
  }: {
    readonly collectionId: string | undefined
    readonly isIn: RawBuilder<unknown> | undefined
    readonly take: number
  },
): Promise<readonly ValuedCollection[]> {
  const collections = collectionsShown({ holder: sql`holder.wallet`, spam: 'hide', ...range })
  return readRows(
    reader,
    sql<ValuedCollection>`
    select holder.wallet, holder.n, coalesce(of_it.collection_id, '') as "collectionId", coalesce(each, -1)::numeric as value,
      (sum(editions) over ())::bigint as total
    from unnest(${[...wallets]}::text[]) with ordinality as holder (wallet, n) cross join lateral (${collections} offset 0) of_it
    order by value desc, n, "collectionId" desc ${limitSql(take)}`,
  )
}

/** Reads the first tokens of some collections, one collection after the other. */
function readTokensOf(
  reader: Reader,
  collections: readonly ValuedCollection[],
  take: number,
): Promise<readonly ValuedToken[]> {
  const tokens = (isOfIt: RawBuilder<unknown>) => sql`(
        select h.token_data_id, h.property_version, h.amount from market.token_holders h where h.holder = c.wallet and h.amount > 0 and ${isOfIt}
        order by h.token_data_id desc, h.property_version desc ${limitSql(take)})`
  return readRows(
    reader,
    sql<ValuedToken>`
    select c.wallet as "walletAddress", c.value::text as value, c.collection as "collectionId", h.token_data_id as "tokenDataId",
      h.property_version as "propertyVersion", h.amount
    from (
      select * from unnest(${collections.map(({ wallet }) => wallet)}::text[], ${collections.map((one) => one.collectionId)}::text[],
        ${collections.map(({ value }) => value)}::numeric[]) with ordinality as c (wallet, collection, value, n)
      order by n offset 0
    ) c cross join lateral (
      ${tokens(sql`h.collection_id = c.collection`)}
      union all
      ${tokens(sql`h.collection_id is null and c.collection = ''`)}
    ) h
    order by c.n, h.token_data_id desc, h.property_version desc ${limitSql(take)}`,
  )
}
