import { listUserTokens } from '@opal/contract/endpoints/list-user-tokens'
import { defineRoute } from '../../http/route.ts'
import { loadHeldTokens } from '../../load/load-held-tokens.ts'

export const listUserTokensRoute = defineRoute(listUserTokens, (context, { params, query }) => {
  const filter = {
    holder: params.wallet,
    spam: query.spam,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    // On a marketplace that no longer sells, a listing is not what `listed` means: the marketplaces' own filter says it all.
    ...(query.type !== 'all' && query.marketplace === undefined && { listed: query.type === 'listed' }),
    ...(query.marketplace !== undefined && { marketplaces: query.marketplace }),
    ...(query.tokenDataId !== undefined && { tokenDataIds: query.tokenDataId }),
  }
  return loadHeldTokens(context, filter, query)
})
