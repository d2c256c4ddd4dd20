import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { REFETCH_WHEN_SHOWN, STALE } from '../../app/loading/query-client.ts'
import { useSite } from '../../app/site.tsx'
import { byOwnClock } from '../../shared/hooks/by-own-clock.ts'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Most names of one request. */
const MAX_NAMES = 100

interface NameRow {
  readonly wallet_address: string
  /** Null for a wallet without a name. */
  readonly name: string | null
}

/** Names that the server has loaded with the page. */
export interface LoadedNames {
  readonly names: readonly NameRow[]
  readonly loadedAt: number
}

/**
 * Returns the primary `.apt` names of some wallets by address, asked for in one request, and again when the tab is shown after a minute.
 * Those without a name are absent, as are all until it is answered.
 */
export function useWalletNames(addresses: readonly string[], loaded?: LoadedNames): ReadonlyMap<string, string> {
  const { api } = useSite()
  const asked = [...new Set(addresses)].toSorted().slice(0, MAX_NAMES)
  const { data } = useQuery<readonly NameRow[]>({
    queryKey: ['wallet-names', asked],
    enabled: asked.length > 0,
    ...REFETCH_WHEN_SHOWN,
    staleTime: STALE.metrics,
    placeholderData: keepPreviousData,
    ...(loaded !== undefined && { initialData: loaded.names, initialDataUpdatedAt: byOwnClock(loaded.loadedAt) }),
    queryFn: async ({ signal }) => {
      const { listWalletNames } = await import('@opal/contract/names')
      // A failure leaves the names that are known.
      return (await api(throwing(listWalletNames), { body: { wallet_address: asked } }, { signal })).data
    },
  })
  return new Map((data ?? []).flatMap(({ wallet_address, name }) => (name === null ? [] : [[wallet_address, name]])))
}
