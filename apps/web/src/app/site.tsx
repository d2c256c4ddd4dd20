import type { ApiClient } from '@opal/contract/client'
import type { MarketplaceInfo } from '@opal/contract/network'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { type AptRate, latestRate } from '../shared/format/apt-rate.ts'
import type { UsdRate } from '../shared/format/usd.ts'
import { useStore } from '../shared/hooks/store.ts'
import { keepPreference, type Preferences } from './preferences.ts'
import type { PublicConfig } from './public-config.ts'

/** What every part of the site may know: where it is, what venues there are, how the reader likes it. */
export interface Site {
  readonly config: PublicConfig
  /** The API, as the browser calls it. */
  readonly api: ApiClient
  readonly marketplaces: readonly MarketplaceInfo[]
  /** Price of one APT in cents; null while it is not known. */
  readonly usdRate: UsdRate
  readonly preferences: Preferences
  setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void
}

const SiteContext = createContext<Site | null>(null)

export interface SiteProviderProps {
  config: PublicConfig
  marketplaces: readonly MarketplaceInfo[]
  /** As the server knew it; what is heard later takes its place. */
  rate: AptRate
  /** As the server rendered them. */
  preferences: Preferences
  children: ReactNode
}

/** Gives everything below it the facts of the site: configuration, marketplaces, rate, preferences. */
export function SiteProvider({ config, marketplaces, rate, preferences, children }: SiteProviderProps) {
  const usdRate = (useStore(latestRate) ?? rate).cents
  const [kept, setKept] = useState(preferences)
  const site = useMemo<Site>(
    () => ({
      config,
      api: createBrowserApi(config.apiUrl),
      marketplaces,
      usdRate,
      preferences: kept,
      setPreference(name, value) {
        keepPreference(name, value)
        if (name === 'theme') document.documentElement.dataset.theme = value
        setKept((before) => ({ ...before, [name]: value }))
      },
    }),
    [config, marketplaces, usdRate, kept],
  )
  return <SiteContext value={site}>{children}</SiteContext>
}

/** The site a component is part of. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite is used outside SiteProvider.')
  return site
}

/** A marketplace by the id that rows carry; undefined for one this network does not have. */
export function useMarketplace(id: string | null): MarketplaceInfo | undefined {
  return useSite().marketplaces.find((marketplace) => marketplace.id === id)
}

/**
 * The API, as the browser calls it. The client, and the schemas it checks answers with, are loaded with the first call:
 * the first page arrives rendered and needs neither.
 */
export function createBrowserApi(origin: string): ApiClient {
  let client: Promise<ApiClient> | null = null
  return async (endpoint, input, options) => {
    client ??= import('@opal/contract/client').then(({ createApiClient }) => createApiClient({ api: origin }))
    const call = await client
    return call(endpoint, input, options)
  }
}
