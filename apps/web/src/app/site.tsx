import type { ApiClient } from '@opal/contract/client'
import type { MarketplaceInfo } from '@opal/contract/network'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type AptRate, latestRate } from '../shared/format/apt-rate.ts'
import type { UsdRate } from '../shared/format/usd.ts'
import { useStore } from '../shared/hooks/store.ts'
import { seenVersion } from './loading/seen-version.ts'
import { type Preferences, storePreference } from './preferences.ts'
import type { PublicConfig } from './public-config.ts'
import { noteRefusal } from './refused-call.ts'
import { applyTheme, type Theme, useTheme } from './theme.ts'

/** Context of every component: configuration, API client, marketplaces, APT price and the user's preferences. */
export interface Site {
  readonly config: PublicConfig
  /** The API client of the browser. */
  readonly api: ApiClient
  readonly marketplaces: readonly MarketplaceInfo[]
  /** Price of one APT in US cents; null while it is unknown. */
  readonly usdRate: UsdRate
  readonly preferences: Preferences
  /** The currency that prices are shown in: the chosen one, but APT while the price of one APT is unknown. */
  readonly currency: Preferences['currency']
  /** The theme in use: the chosen one, or the system's. */
  readonly theme: Theme
  setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void
}

const SiteContext = createContext<Site | null>(null)

export interface SiteProviderProps {
  config: PublicConfig
  marketplaces: readonly MarketplaceInfo[]
  /** Price that the server rendered with; a newer one of the live connection replaces it. */
  rate: AptRate
  /** As the server rendered them. */
  preferences: Preferences
  children: ReactNode
}

/** Provides {@link Site} to its children. */
export function SiteProvider({ config, marketplaces, rate, preferences, children }: SiteProviderProps) {
  const usdRate = (useStore(latestRate) ?? rate).cents
  const [current, setCurrent] = useState(preferences)
  const theme = useTheme(current.theme)
  // Also when the system switches its theme while the page is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes with the system.
  useEffect(() => applyTheme(current.theme), [current.theme, theme])
  // A new client would make its users, such as the quote of an open dialog, start over.
  const api = useMemo(() => createBrowserApi(config.apiUrl), [config.apiUrl])
  const site = useMemo<Site>(
    () => ({
      config,
      api,
      marketplaces,
      usdRate,
      preferences: current,
      currency: usdRate === null ? 'APT' : current.currency,
      theme,
      setPreference(name, value) {
        storePreference(name, value)
        setCurrent((before) => ({ ...before, [name]: value }))
      },
    }),
    [config, api, marketplaces, usdRate, current, theme],
  )
  return <SiteContext value={site}>{children}</SiteContext>
}

/** Returns the context of the site. @throws Error outside of `SiteProvider`. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite is used outside SiteProvider.')
  return site
}

/** Returns a marketplace by its id; undefined for one that this network does not have. */
export function useMarketplace(id: string | null): MarketplaceInfo | undefined {
  return useSite().marketplaces.find((marketplace) => marketplace.id === id)
}

/** Returns a function from a marketplace's id to its name; the id of one that this network does not have is its name. */
export function useMarketplaceName(): (id: string) => string {
  const { marketplaces } = useSite()
  return (id) => marketplaces.find((marketplace) => marketplace.id === id)?.displayName ?? id
}

/**
 * Creates the API client of the browser. Its code, and the schemas that check responses, are loaded with the first call: the
 * first page arrives rendered and needs neither.
 */
function createBrowserApi(origin: string): ApiClient {
  let client: Promise<ApiClient> | null = null
  return async (endpoint, input, options) => {
    client ??= import('@opal/contract/client').then(({ createApiClient }) =>
      createApiClient({ api: origin, seen: seenVersion }),
    )
    const call = await client
    const startedMs = performance.now()
    try {
      return await call(endpoint, input, options)
    } catch (error) {
      noteRefusal(error, startedMs)
      throw error
    }
  }
}
