import { sql } from 'kysely'
import { type Reader, readRow } from '../read-rows.ts'

/** A wallet's pool at one marketplace, and the open offers that it pays; those that have expired can be filled no more. */
export interface BidPoolRow {
  readonly balanceOctas: bigint
  readonly offers: bigint
  /** Octas that the offers would pay if all were filled. */
  readonly exposureOctas: bigint
}

/** Reads the octas of a wallet's pool alone: its offers may be any number. */
export async function readPoolBalance(reader: Reader, marketplace: string, wallet: string): Promise<bigint> {
  const row = await readRow(
    reader,
    sql<{ octas: bigint }>`
    select balance_octas as octas from market.bid_pools where marketplace = ${marketplace} and wallet = ${wallet}`,
  )
  return row?.octas ?? 0n
}

/** Reads a wallet's pool; an empty one where it never had any. */
export async function readBidPool(
  reader: Reader,
  marketplace: string,
  wallet: string,
  nowSeconds: bigint,
): Promise<BidPoolRow> {
  const row = await readRow(
    reader,
    sql<BidPoolRow>`
    select coalesce((select balance_octas from market.bid_pools where marketplace = ${marketplace} and wallet = ${wallet}), 0) as "balanceOctas",
      count(*) as offers, coalesce(sum(price_octas * wanted_amount), 0) as "exposureOctas"
    from market.collection_offers
    where buyer = ${wallet} and marketplace = ${marketplace} and state = 'open' and is_pooled
      and expires_at_seconds > ${nowSeconds}`,
  )
  return row ?? { balanceOctas: 0n, offers: 0n, exposureOctas: 0n }
}
