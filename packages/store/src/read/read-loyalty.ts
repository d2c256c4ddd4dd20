import { sql } from 'kysely'
import { LISTED_BY_SELLER } from './listed-sql.ts'
import { type Reader, readRows } from './read-rows.ts'

/** How many tokens a wallet has listed on one marketplace. */
export interface ListedCount {
  readonly wallet: string
  readonly marketplace: string
  readonly isNative: boolean
  readonly listedCount: bigint
}

/** Listed tokens of some wallets by marketplace, closed venues included, tokens that the seller has lost not. */
export function readListedCounts(reader: Reader, wallets: readonly string[]): Promise<readonly ListedCount[]> {
  return readRows(
    reader,
    sql<ListedCount>`
    select l.seller as wallet, l.marketplace, coalesce(v.is_native, false) as "isNative", count(*) as "listedCount"
    from market.listings l left join market.venues v using (marketplace)
    where l.seller = any(${[...wallets]}::text[]) and ${LISTED_BY_SELLER}
    group by 1, 2, 3 order by 1, 2`,
  )
}

/**
 * Loyalty of each wallet: 0 when it has anything listed elsewhere, else 100.
 * @source spec 001, "Loyalty"
 */
export async function readLoyalty(reader: Reader, wallets: readonly string[]): Promise<ReadonlyMap<string, 0 | 100>> {
  const elsewhere = await readRows(
    reader,
    sql<{ wallet: string }>`select wallet from (${DISLOYAL}) d where wallet = any(${[...wallets]}::text[])`,
  )
  const disloyal = new Set(elsewhere.map((row) => row.wallet))
  return new Map(wallets.map((wallet) => [wallet, disloyal.has(wallet) ? 0 : 100]))
}

/** Wallets that have something listed on another marketplace than ours. */
export const DISLOYAL = sql`
  select distinct l.seller as wallet from market.listings l left join market.venues v using (marketplace)
  where ${LISTED_BY_SELLER} and not coalesce(v.is_native, false)`
