import type { ApiClient } from '@opal/contract/client'
import { getNetwork, getStats, type MarketplaceInfo } from '@opal/contract/network'
import { getReadiness } from '@opal/contract/network/health'
import type { AptRate } from '../shared/format/apt-rate.ts'
import { toUsdRate } from '../shared/format/usd.ts'

/** Data of the API that every page needs and that rarely changes. */
export interface SiteFacts {
  readonly marketplaces: readonly MarketplaceInfo[]
  readonly rate: AptRate
  /** Ledger version that was indexed at that time; null while it is unknown. */
  readonly version: string | null
}

const CACHE_MS = 15_000
let cached: { readonly facts: SiteFacts; readonly until: number } | null = null

/**
 * Returns the site's facts, cached for 15 seconds per server. While the API cannot be reached they hold no marketplaces and no
 * APT price, so pages still render and show their own errors.
 */
export async function loadSiteFacts(api: ApiClient): Promise<SiteFacts> {
  if (cached !== null && cached.until > Date.now()) return cached.facts
  const [network, stats, readiness] = await Promise.all([
    api(getNetwork, {}).catch(() => null),
    api(getStats, {}),
    api(getReadiness, {}).catch(() => null),
  ])
  const facts: SiteFacts = {
    marketplaces: network?.marketplaces ?? [],
    rate: { cents: toUsdRate(stats.value), ageSeconds: stats.ageSeconds },
    version: readiness?.index.version ?? null,
  }
  if (network !== null) cached = { facts, until: Date.now() + CACHE_MS }
  return facts
}
