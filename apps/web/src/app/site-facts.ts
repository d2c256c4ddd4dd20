import type { ApiClient } from '@opal/contract/client'
import { getReadiness } from '@opal/contract/health'
import { getNetwork, getStats, type MarketplaceInfo } from '@opal/contract/network'
import type { AptRate } from '../shared/format/apt-rate.ts'
import { toUsdRate } from '../shared/format/usd.ts'

/** What every page needs from the API and hardly ever changes. */
export interface SiteFacts {
  readonly marketplaces: readonly MarketplaceInfo[]
  readonly rate: AptRate
  /** Ledger version that was indexed then: pages show it, or a later one. Null while it is not known. */
  readonly version: string | null
}

const KEPT_MS = 15_000
let kept: { readonly facts: SiteFacts; readonly until: number } | null = null

/**
 * The site's facts, asked for at most every 15 seconds per server.
 * An API that cannot be reached leaves the site without venues and rate: pages still say what is wrong in their own words.
 */
export async function loadSiteFacts(api: ApiClient): Promise<SiteFacts> {
  if (kept !== null && kept.until > Date.now()) return kept.facts
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
  if (network !== null) kept = { facts, until: Date.now() + KEPT_MS }
  return facts
}
