import { getToken } from '@opal/contract/tokens'
import type { TradeItem } from '@opal/contract/trading/trade'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../lib/site.tsx'

/**
 * Which tokens of a purchase are the buyer's now.
 * @param tradeId null until the index has the transaction.
 * @returns null while that is not known.
 */
export function useBought(
  tradeId: string | null,
  items: readonly TradeItem[],
  buyer: string,
): ReadonlySet<string> | null {
  const { api } = useSite()
  const ids = items.flatMap((item) => item.tokenDataId ?? [])
  const query = useQuery({
    queryKey: ['bought', tradeId],
    enabled: tradeId !== null,
    queryFn: async () => {
      const tokens = await Promise.all(ids.map((id) => api(getToken, { params: { id } })))
      return tokens.filter(({ owner }) => owner?.walletAddress === buyer).map(({ tokenDataId }) => tokenDataId)
    },
  })
  return query.data === undefined ? null : new Set(query.data)
}
