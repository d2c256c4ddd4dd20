import { getRarityPercent } from '@opal/contract/rarity'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { percentOf } from '../../present/text.ts'

export const getRarityPercentRoute = defineRoute(getRarityPercent, async ({ store, nowMicros }, { params }) => {
  const now = nowMicros()
  const [token] = await readTokens(store, [params.id], now)
  if (token === undefined) throw new TokenNotFoundError(params.id)
  const [collection] = await readCollections(store, [token.collectionId], { nowMicros: now, wallet: null })
  const supply = Number(collection?.supply ?? 0n)
  const rank = token.rarityRank
  return { rank, supply, percent: rank === null ? null : percentOf(rank, supply) }
})
