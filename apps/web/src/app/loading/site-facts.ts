import type { EndpointOutput } from '@opal/contract/http/endpoint'
import { getNetwork, getStats, type MarketplaceInfo } from '@opal/contract/network'
import { getReadiness } from '@opal/contract/network/health'
import { settledWithin } from '@opal/domain/backoff'
import type { RouterContextProvider } from 'react-router'
import type { AptRate } from '../../shared/format/apt-rate.ts'
import { toUsdRate } from '../../shared/format/usd.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
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
/** Time for which an answer counts while no newer one comes, in milliseconds: a marketplace may have closed since. */
const MAX_AGE_MS = 300_000
/** Longest time that a page waits for newer answers while it could have the last ones, in milliseconds. */
const MAX_WAIT_MS = 250

/** Reads the facts in the name of the site. */
type LoadSiteFacts = (context: Readonly<RouterContextProvider>) => Promise<SiteFacts>

/** The last answer to a call, and when it came. */
class LastAnswer<T> {
  #value: T | null = null
  #atMs = 0

  /** Awaits a call; where it fails, the last answer stays. @returns whether it was answered. */
  async take(call: Promise<T>): Promise<boolean> {
    try {
      this.#value = await call
      this.#atMs = Date.now()
      return true
    } catch {
      return false
    }
  }

  /** Null without an answer, and once it is too old. */
  get value(): T | null {
    return this.ageMs < MAX_AGE_MS ? this.#value : null
  }

  get ageMs(): number {
    return Date.now() - this.#atMs
  }
}

/** Creates {@link loadSiteFacts} with a cache of its own. */
export function siteFactsLoader(): LoadSiteFacts {
  const network = new LastAnswer<EndpointOutput<typeof getNetwork>>()
  const stats = new LastAnswer<EndpointOutput<typeof getStats>>()
  const readiness = new LastAnswer<EndpointOutput<typeof getReadiness>>()
  let staleAtMs = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | null = null
  const refresh = async (context: Readonly<RouterContextProvider>): Promise<void> => {
    const api = context.get(siteApiContext)
    const answered = await Promise.all([
      network.take(api(getNetwork, {})),
      stats.take(api(throwing(getStats), {})),
      readiness.take(api(getReadiness, {})),
    ])
    staleAtMs = Date.now() + (answered.every(Boolean) ? FRESH_MS : RETRY_MS)
  }
  return async (context) => {
    if (Date.now() >= staleAtMs) {
      refreshing ??= refresh(context).finally(() => {
        refreshing = null
      })
      await (network.value === null ? refreshing : settledWithin(refreshing, MAX_WAIT_MS))
    }
    const { value: cents, ageSeconds } = stats.value ?? { value: 0, ageSeconds: null }
    const elapsedSeconds = Math.floor(stats.ageMs / 1_000)
    return {
      marketplaces: network.value?.marketplaces ?? [],
      rate: { cents: toUsdRate(cents), ageSeconds: ageSeconds === null ? null : ageSeconds + elapsedSeconds },
      version: readiness.value?.index.version ?? null,
    }
  }
}

/**
 * Returns the site's facts, cached for 15 seconds per server. A failed call leaves the last answer for five minutes, and is sent again
 * after a second; a slow one keeps no page waiting that could have the last answer. Until the API has answered, and once its
 * answers are too old, they hold no marketplaces and no APT price, so pages still render and show their own errors.
 */
export const loadSiteFacts = siteFactsLoader()
