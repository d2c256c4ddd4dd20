import type { Activity } from '@opal/contract/activities'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { STALE } from '../../app/loading/query-client.ts'
import { useSite } from '../../app/site.tsx'

/** Most wallets of one request. @source contract, activities list-last-trades */
const MAX_WALLETS = 100

/** Returns the last trade of each of some wallets by address, asked for in one request; those without one are absent. */
export function useLastTrades(addresses: readonly string[]): ReadonlyMap<string, Activity> {
  const { api } = useSite()
  const asked = addresses.slice(0, MAX_WALLETS)
  const { data } = useQuery({
    queryKey: ['last-trades', asked],
    enabled: asked.length > 0,
    staleTime: STALE.lists,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { listLastTrades } = await import('@opal/contract/activities')
      return (await api(listLastTrades, { body: { wallet_address: [...asked] } }, { signal })).data
    },
  })
  return new Map((data ?? []).map(({ walletAddress, trade }) => [walletAddress, trade]))
}
