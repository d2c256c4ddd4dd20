import { listUserTokens } from '@opal/contract/portfolio'
import { defineRoute } from '../../http/route.ts'
import { loadHeldTokens } from '../../load/load-held-tokens.ts'

export const listUserTokensRoute = defineRoute(listUserTokens, (context, { params, query }) => {
  const filter = {
    holder: params.wallet,
    spam: query.spam,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    // Who names a marketplace asks for what is listed there.
    ...(query.type !== 'all' && query.marketplace === undefined && { listed: query.type === 'listed' }),
    ...(query.marketplace !== undefined && { marketplaces: query.marketplace }),
    ...(query.tokenDataId !== undefined && { tokenDataIds: query.tokenDataId }),
  }
  return loadHeldTokens(context, filter, query)
})
