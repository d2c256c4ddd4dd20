import { getRarityBreakdown } from '@opal/contract/rarity'
import { readRarityBreakdown } from '@opal/store/queries/tokens/read-token-detail'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { presentRarityBreakdown } from '../../present/present-rarity-breakdown.ts'

export const getRarityBreakdownRoute = defineRoute(getRarityBreakdown, async ({ store, nowMicros }, { params }) => {
  const [token] = await readTokens(store, [params.id], nowMicros())
  if (token === undefined) throw new TokenNotFoundError(params.id)
  return presentRarityBreakdown(await readRarityBreakdown(store, params.id))
})
