import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { STALE } from '../../app/query-client.ts'
import { useSite } from '../../app/site.tsx'

/** Most names of one request. */
const MAX_NAMES = 100

/**
 * Returns the primary `.apt` names of some wallets by address, asked for in one request. Those without a name are absent, as are
 * all until it is answered.
 */
export function useWalletNames(addresses: readonly string[]): ReadonlyMap<string, string> {
  const { api } = useSite()
  const asked = [...new Set(addresses)].toSorted().slice(0, MAX_NAMES)
  const { data } = useQuery({
    queryKey: ['wallet-names', asked],
    enabled: asked.length > 0,
    staleTime: STALE.metrics,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { listWalletNames } = await import('@opal/contract/names')
      return (await api(listWalletNames, { body: { wallet_address: asked } }, { signal })).data
    },
  })
  return new Map((data ?? []).flatMap(({ wallet_address, name }) => (name === null ? [] : [[wallet_address, name]])))
}
