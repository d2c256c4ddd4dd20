import { sql } from 'kysely'
import { LISTED_BY_SELLER } from '../orders/listings.ts'
import { type Reader, readRows } from '../read-rows.ts'

/** Number of tokens that a wallet has listed on one marketplace. */
export interface ListedCount {
  readonly wallet: string
  readonly marketplace: string
  readonly isNative: boolean
  readonly listedCount: bigint
}

/** Reads numbers of listed tokens of some wallets by marketplace, with closed marketplaces, without tokens that the seller no longer holds. */
export function readListedCounts(reader: Reader, wallets: readonly string[]): Promise<readonly ListedCount[]> {
  return readRows(
    reader,
    sql<ListedCount>`
    select l.seller as wallet, l.marketplace, coalesce(v.is_native, false) as "isNative", count(*) as "listedCount"
    from market.listings l left join market.marketplaces v using (marketplace)
    where l.seller = any(${[...wallets]}::text[]) and ${LISTED_BY_SELLER}
    group by 1, 2, 3 order by 1, 2`,
  )
}

/**
 * Reads loyalty of each wallet: 0 when it has anything listed elsewhere that it can take back, else 100.
 * @source docs/product/rewards.md#loyalty
 */
export async function readLoyalty(reader: Reader, wallets: readonly string[]): Promise<ReadonlyMap<string, 0 | 100>> {
  const elsewhere = await readRows(
    reader,
    sql<{
      wallet: string
    }>`select wallet from market.wallet_points where elsewhere > 0 and wallet = any(${[...wallets]}::text[])`,
  )
  const disloyal = new Set(elsewhere.map((row) => row.wallet))
  return new Map(wallets.map((wallet) => [wallet, disloyal.has(wallet) ? 0 : 100]))
}
