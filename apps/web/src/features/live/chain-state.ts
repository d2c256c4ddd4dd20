import type { ApiClient } from '@opal/contract/client'
import { getStats } from '@opal/contract/network'
import { getReadiness } from '@opal/contract/network/health'
import { type AptRate, latestRate } from '../../shared/format/apt-rate.ts'
import { toUsdRate } from '../../shared/format/usd.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'

const LAG_EVERY_MS = 15_000
const RATE_EVERY_MS = 60_000
/** A price of this age is worse than none, in seconds. @source apps/api, price feed */
const USABLE_SECONDS = 3_600

/** Polls the lag of the index and the price of APT. @returns stops polling. */
export function followChainState(api: ApiClient): () => void {
  const lag = setInterval(() => void readLag(api), LAG_EVERY_MS)
  const readRate = rateReader(api)
  const rate = setInterval(() => void readRate(), RATE_EVERY_MS)
  return () => {
    clearInterval(lag)
    clearInterval(rate)
  }
}

/** Updates lag and version of the live status. Without a response the version stays and the lag is unknown. */
export async function readLag(api: ApiClient): Promise<void> {
  const readiness = await api(getReadiness, {}).catch(() => null)
  const lagSeconds = readiness?.index.lagSeconds ?? null
  const behindSeconds = lagSeconds === null ? null : Math.round(lagSeconds)
  liveStatus.set((before) => (before.behindSeconds === behindSeconds ? before : { ...before, behindSeconds }))
  if (readiness !== null && readiness.index.version !== null) noteVersion(readiness.index.version)
}

/** Updates the version of the live status; ignores an older one of a late response. */
export function noteVersion(version: string): void {
  liveStatus.set((before) =>
    before.version !== null && BigInt(before.version) >= BigInt(version) ? before : { ...before, version },
  )
}

/**
 * Returns a function that updates the price of APT. While no new one is available the known price stays, older each time, for an hour at most. One
 * without an age is configured, and stays.
 */
export function rateReader(api: ApiClient): () => Promise<void> {
  let lastMs = Date.now()
  return async () => {
    const { value, ageSeconds } = await api(getStats, {})
    const nowMs = Date.now()
    const passedSeconds = Math.max(0, Math.floor((nowMs - lastMs) / 1_000))
    lastMs = nowMs
    const cents = toUsdRate(value)
    latestRate.set((before) =>
      cents !== null || before === null ? { cents, ageSeconds } : olderBy(before, passedSeconds),
    )
  }
}

/** Returns a price that is older by some seconds; none once it is too old. */
function olderBy(rate: AptRate, passedSeconds: number): AptRate {
  if (rate.ageSeconds === null) return rate
  const ageSeconds = rate.ageSeconds + passedSeconds
  return ageSeconds < USABLE_SECONDS ? { ...rate, ageSeconds } : { cents: null, ageSeconds: null }
}
