import { listMyTokens } from '@opal/contract/portfolio'
import type * as z from 'zod'
import { defineRoute } from '../../http/route.ts'
import { loadHeldTokens } from '../../load/load-held-tokens.ts'

export const listMyTokensRoute = defineRoute(listMyTokens, (context, { query }) => {
  const filter = {
    holder: query.walletAddress,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    ...listedOf(query),
  }
  return loadHeldTokens(context, filter, { ...query, take: query.limit })
})

function listedOf({ type, nftType }: z.output<typeof listMyTokens.query>): { listed?: boolean } {
  if (type !== undefined) return { listed: type === 'listed' }
  return nftType === 'ALL' ? {} : { listed: nftType === 'LISTED' }
}
