import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** Listings of a collection that are looked through for one of another seller: a wallet may have the cheapest thousands. */
const MAX_LISTINGS = 1_000

/**
 * Reads the lowest live price of sellers other than some wallets in some collections; collections without one are absent. Octas.
 * @param sellers whose listings do not count.
 */
export async function readOthersFloors(
  reader: Reader,
  sellers: readonly string[],
  collectionIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await readRows(
    reader,
    sql<{ collectionId: string; priceOctas: bigint }>`
    select wanted.id as "collectionId", floor.price_octas as "priceOctas"
    from unnest(${[...collectionIds]}::text[]) as wanted (id) cross join lateral (
      select price_octas from (
        select seller, price_octas from market.listings
        where collection_id = wanted.id and state = 'open' and validity = 'valid'
        order by price_octas, token_data_id limit ${sql.lit(MAX_LISTINGS)}
      ) as cheapest where seller <> all(${[...sellers]}::text[]) order by price_octas limit 1
    ) as floor`,
  )
  return new Map(rows.map(({ collectionId, priceOctas }) => [collectionId, priceOctas]))
}

/** Returns those of some tokens that their creator has frozen: they can be neither sold nor listed. */
export async function readFrozenTokens(reader: Reader, tokenDataIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`
    select wanted.id from unnest(${[...new Set(tokenDataIds)]}::text[]) as wanted (id)
    where exists (select from chain.current_token_ownerships_v2 o
      where o.token_data_id = wanted.id and o.amount > 0 and o.is_soulbound_v2)`,
  )
  return new Set(rows.map(({ id }) => id))
}
