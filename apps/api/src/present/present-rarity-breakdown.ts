import type { EndpointOutput } from '@opal/contract/endpoint'
import type { getRarityBreakdown } from '@opal/contract/rarity'
import type { RarityBreakdown } from '@opal/store/queries/tokens/read-token-detail'
import { percentOf } from './text.ts'

/** Bits are shown to four decimals. */
const PRECISION = 1e4

/** What a rank is made of; all zero without one. */
export function presentRarityBreakdown(row: RarityBreakdown | null): EndpointOutput<typeof getRarityBreakdown> {
  if (row === null) return { rank: null, score: null, ranked: 0, sharing: 0, traits: [] }
  const ranked = Number(row.ranked)
  return {
    rank: row.rank,
    score: row.score,
    ranked,
    sharing: Number(row.sharing),
    traits: row.breakdown.map(({ trait_type, value, count, score }) => ({
      trait_type,
      value,
      count,
      percent: percentOf(count, ranked),
      bits: Math.round(Math.max(0, -Math.log2(count / ranked)) * PRECISION) / PRECISION,
      sharePercent: row.score === 0 ? null : Math.round((score / row.score) * 10_000) / 100,
    })),
  }
}
