import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** A place in the list: latest mint first, ties by id. */
export interface MintingPlace {
  readonly lastMintMicros: bigint
  readonly collectionId: string
}

export interface MintingQuery {
  readonly take: number
  /** The last row of the page before. */
  readonly after?: MintingPlace
  readonly offset?: number
}

/**
 * Finds collections by when they were last minted from. Left out are those that never were, those that one wallet has minted for
 * itself, and names of the name service, which are not minted as a drop.
 * @source docs/product/site.md#launchpad-page
 */
export function findMintingCollections(
  reader: Reader,
  { take, after, offset = 0 }: MintingQuery,
): Promise<readonly MintingPlace[]> {
  const beyond = after
    ? sql`and (last_mint_micros, collection_id) < (${after.lastMintMicros}, ${after.collectionId})`
    : sql``
  return readRows<MintingPlace>(
    reader,
    sql`
    select collection_id as "collectionId", last_mint_micros as "lastMintMicros" from market.collection_stats stats
    where has_several_minters ${beyond}
      and not exists (
        select from (
          select token_data_id from market.activities a where a.collection_id = stats.collection_id and a.kind = 'mint'
          order by a.version desc, a.event_index desc limit 1
        ) latest
        join chain.current_ans_lookup_v2 name on name.token_data_id = latest.token_data_id
      )
    order by last_mint_micros desc, collection_id desc limit ${take} offset ${offset}`,
  )
}

/** Minting stats of one collection. */
export interface MintStats {
  readonly collectionId: string
  /** Tokens minted so far, including burned ones where the chain counts them. */
  readonly minted: bigint
  /** Null where there is no limit. */
  readonly maxSupply: bigint | null
  /** Mints since a time, among the last {@link MAX_MINTS}. */
  readonly mintedSince: bigint
  /** Wallets that received one of the last {@link MAX_MINTS} mints. */
  readonly minters: bigint
  /** Price of the latest mint that its sender paid for; null when it is unknown. */
  readonly priceOctas: bigint | null
  /** Of all mints, however many there were since. */
  readonly firstMintMicros: bigint
}

/** Mints that are read per collection, latest first. */
const MAX_MINTS = 20_000
/** Number of latest mints that are searched for one with a known price. */
const PRICED_MINTS = 20

/** Reads stats by collection; one without a mint is left out. Mints are grouped by wallet: to count distinct ones, the server would sort them. */
export async function readMintStats(
  reader: Reader,
  ids: readonly string[],
  sinceMicros: bigint,
): Promise<ReadonlyMap<string, MintStats>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows<MintStats>(
    reader,
    sql`
    select c.collection_id as "collectionId", coalesce(c.total_minted_v2, s.supply, c.current_supply) as minted,
      nullif(c.max_supply, 0) as "maxSupply", mints."mintedSince", mints.minters, price."priceOctas",
      first."firstMintMicros"
    from chain.current_collections_v2 c
    left join market.collection_stats s on s.collection_id = c.collection_id
    cross join lateral (
      select at_micros as "firstMintMicros" from market.activities a where a.collection_id = c.collection_id and a.kind = 'mint'
      order by a.version, a.event_index limit 1
    ) first
    cross join lateral (
      select sum(minted) as "mintedSince", count(to_address) as minters
      from (
        select to_address, count(*) filter (where at_micros >= ${sinceMicros}) as minted
        from (
          select at_micros, to_address from market.activities a where a.collection_id = c.collection_id and a.kind = 'mint'
          order by a.version desc, a.event_index desc limit ${MAX_MINTS}
        ) latest
        group by to_address
      ) of_wallet
    ) mints
    left join lateral (
      select cost_octas as "priceOctas"
      from (
        select token_data_id, version from market.activities a where a.collection_id = c.collection_id and a.kind = 'mint'
        order by a.version desc, a.event_index desc limit ${PRICED_MINTS}
      ) latest
      join market.mint_costs cost on cost.token_data_id = latest.token_data_id and cost.version = latest.version
      order by latest.version desc limit 1
    ) price on true
    where c.collection_id = any(${[...ids]}::text[])`,
  )
  return new Map(rows.map((row) => [row.collectionId, row]))
}
