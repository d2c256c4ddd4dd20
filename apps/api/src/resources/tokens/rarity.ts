import type { EndpointOutput } from '@opal/contract/http/endpoint'
import { getRarityBreakdown, getRarityPercent, getTokenRarity } from '@opal/contract/tokens/rarity'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { type RarityBreakdown, readRarityBreakdown } from '@opal/store/queries/tokens/read-token-detail'
import { findTokensByName, readTokens } from '@opal/store/queries/tokens/read-tokens'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { percentOf } from '../../wire-values.ts'
import { loadTokens } from './load-tokens.ts'

export const getTokenRarityRoute = defineRoute(getTokenRarity, async (context, { body }) => {
  const { name, collectionName } = body
  const [token] = await loadTokens(context, await findTokensByName(context.store, name, { take: 1, collectionName }))
  return { data: token === undefined ? null : { rarity: token.rarity, token } }
})

export const getRarityPercentRoute = defineRoute(getRarityPercent, async ({ store, nowMicros }, { params }) => {
  const now = nowMicros()
  const [token] = await readTokens(store, [params.id], now)
  if (token === undefined) throw new TokenNotFoundError(params.id)
  const [collection] = await readCollections(store.preparedPool, [token.collectionId], { nowMicros: now, wallet: null })
  const supply = Number(collection?.supply ?? 0n)
  const rank = token.rarityRank
  return { rank, supply, percent: rank === null ? null : percentOf(rank, supply) }
})

export const getRarityBreakdownRoute = defineRoute(getRarityBreakdown, async ({ store, nowMicros }, { params }) => {
  const [token] = await readTokens(store, [params.id], nowMicros())
  if (token === undefined) throw new TokenNotFoundError(params.id)
  return presentRarityBreakdown(await readRarityBreakdown(store, params.id))
})

/** Bits are shown to four decimals. */
const PRECISION = 1e4

/** Presents the parts of a rarity score; all zero without a rank. */
function presentRarityBreakdown(row: RarityBreakdown | null): EndpointOutput<typeof getRarityBreakdown> {
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
