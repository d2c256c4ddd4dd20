import { findTokenOwner } from '@opal/contract/tokens'
import { findTokensByName } from '@opal/store/queries/tokens/read-tokens'
import { defineRoute } from '../../http/route.ts'
import { loadTokens } from '../../load/load-tokens.ts'

export const findTokenOwnerRoute = defineRoute(findTokenOwner, async (context, { body }) => ({
  data: await loadTokens(context, await findTokensByName(context.store, body.nftName, { take: 50 })),
}))
