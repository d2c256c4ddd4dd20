import type { ApiClient } from '@opal/contract/client'
import { getStats } from '@opal/contract/network'
import { getReadiness } from '@opal/contract/network/health'
import { latestRate } from '../../shared/format/apt-rate.ts'
import { toUsdRate } from '../../shared/format/usd.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'

const LAG_EVERY_MS = 15_000
const RATE_EVERY_MS = 60_000

/** Polls the lag of the index and the price of APT. @returns stops polling. */
export function followChainState(api: ApiClient): () => void {
  const lag = setInterval(() => void readLag(api), LAG_EVERY_MS)
  const rate = setInterval(() => void readRate(api), RATE_EVERY_MS)
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

async function readRate(api: ApiClient): Promise<void> {
  const { value, ageSeconds } = await api(getStats, {})
  const cents = toUsdRate(value)
  // A known price stays, with its age, while no new one is available.
  if (cents !== null || latestRate.get() === null) latestRate.set({ cents, ageSeconds })
}
