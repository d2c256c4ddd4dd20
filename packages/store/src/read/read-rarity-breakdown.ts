import type { TraitScore } from '@opal/domain/tokens/rarity'
import { sql } from 'kysely'
import { type Reader, readRow } from './read-rows.ts'

/** What a token's rank is made of. */
export interface RarityBreakdown {
  readonly rank: number
  /** In multiples of the collection's entropy. */
  readonly score: number
  readonly breakdown: readonly TraitScore[]
  /** Tokens of the collection that have a rank. */
  readonly ranked: bigint
  /** Tokens with the same score, which share the rank. */
  readonly sharing: bigint
}

/** Null for a token without a rank. */
export function readRarityBreakdown(reader: Reader, tokenDataId: string): Promise<RarityBreakdown | null> {
  return readRow(
    reader,
    sql<RarityBreakdown>`
    select r.rank, r.score, r.breakdown,
      (select count(*) from market.token_rarity o where o.collection_id = r.collection_id) as ranked,
      (select count(*) from market.token_rarity o where o.collection_id = r.collection_id and o.rank = r.rank) as sharing
    from market.token_rarity r where r.token_data_id = ${tokenDataId}`,
  )
}
