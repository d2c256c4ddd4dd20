import { getNetwork, getStats, type MarketplaceInfo } from '@opal/contract/network'
import { getReadiness } from '@opal/contract/network/health'
import type { RouterContextProvider } from 'react-router'
import type { AptRate } from '../shared/format/apt-rate.ts'
import { toUsdRate } from '../shared/format/usd.ts'
import { throwing } from '../shared/realtime/throwing.ts'
import { siteApiContext } from './load-context.ts'

/** Data of the API that every page needs and that rarely changes. */
export interface SiteFacts {
  readonly marketplaces: readonly MarketplaceInfo[]
  readonly rate: AptRate
  /** Ledger version that was indexed at that time; null while it is unknown. */
  readonly version: string | null
}

/** Time after which answers are requested again, in milliseconds. */
const FRESH_MS = 15_000
/** The same where a call failed. */
const RETRY_MS = 1_000

/** Reads the facts in the name of the site. */
type LoadSiteFacts = (context: Readonly<RouterContextProvider>) => Promise<SiteFacts>

/** Creates {@link loadSiteFacts} with a cache of its own. */
export function siteFactsLoader(): LoadSiteFacts {
  let facts: SiteFacts = { marketplaces: [], rate: { cents: null, ageSeconds: null }, version: null }
  let pricedAtMs = 0
  let staleAtMs = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | null = null
  const refresh = async (context: Readonly<RouterContextProvider>): Promise<void> => {
    const api = context.get(siteApiContext)
    const [network, stats, readiness] = await Promise.all([
      api(getNetwork, {}).catch(() => null),
      api(throwing(getStats), {}).catch(() => null),
      api(getReadiness, {}).catch(() => null),
    ])
    if (stats !== null) pricedAtMs = Date.now()
    facts = {
      marketplaces: network?.marketplaces ?? facts.marketplaces,
      rate: stats === null ? facts.rate : { cents: toUsdRate(stats.value), ageSeconds: stats.ageSeconds },
      version: readiness?.index.version ?? facts.version,
    }
    const isWhole = network !== null && stats !== null && readiness !== null
    staleAtMs = Date.now() + (isWhole ? FRESH_MS : RETRY_MS)
  }
  return async (context) => {
    if (Date.now() >= staleAtMs) {
      refreshing ??= refresh(context).finally(() => {
        refreshing = null
      })
      await refreshing
    }
    const { cents, ageSeconds } = facts.rate
    const elapsedSeconds = Math.floor((Date.now() - pricedAtMs) / 1_000)
    return { ...facts, rate: { cents, ageSeconds: ageSeconds === null ? null : ageSeconds + elapsedSeconds } }
  }
}

/**
 * Returns the site's facts, cached for 15 seconds per server. A failed call leaves the last answer, and is sent again after a
 * second. Until the API has answered once they hold no marketplaces and no APT price, so pages still render and show their own errors.
 */
export const loadSiteFacts = siteFactsLoader()
