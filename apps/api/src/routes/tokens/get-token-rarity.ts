import { getTokenRarity } from '@opal/contract/rarity'
import { findTokensByName } from '@opal/store/queries/tokens/read-tokens'
import { defineRoute } from '../../http/route.ts'
import { loadTokens } from '../../load/load-tokens.ts'

export const getTokenRarityRoute = defineRoute(getTokenRarity, async (context, { body }) => {
  const { name, collectionName } = body
  const [token] = await loadTokens(context, await findTokensByName(context.store, name, { take: 1, collectionName }))
  return { data: token === undefined ? null : { rarity: token.rarity, token } }
})
