import type { ApiClient } from '@opal/contract/client'
import { listUserTokens } from '@opal/contract/portfolio'
import { queryOptions, skipToken } from '@tanstack/react-query'

/** Rows of one call: a v1 token has one for each of its editions. */
const MAX_ROWS = 100

/**
 * Returns the query of what a buyer holds now of the tokens that a purchase asked for.
 * @param tradeId null until the index has the transaction: then it asks nothing.
 */
export function boughtQuery(api: ApiClient, tradeId: string | null, tokenDataIds: readonly string[], buyer: string) {
  const query = { tokenDataId: [...new Set(tokenDataIds)], take: MAX_ROWS, spam: 'include' as const }
  return queryOptions({
    queryKey: ['bought', tradeId] as const,
    queryFn:
      tradeId === null ? skipToken : async () => (await api(listUserTokens, { params: { wallet: buyer }, query })).data,
  })
}
