import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

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

/** Collections by when they were last minted from. Those that never were are left out. */
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
    select collection_id as "collectionId", last_mint_micros as "lastMintMicros" from market.collection_stats
    where last_mint_micros is not null ${beyond}
    order by last_mint_micros desc, collection_id desc limit ${take} offset ${offset}`,
  )
}
