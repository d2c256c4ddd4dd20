import type { AptPrice } from '../context.ts'
import { fetchAptPrice } from './fetch-apt-price.ts'
import type { PriceSource } from './price-source.ts'

/** A figure is asked for again after this long. @source docs/product/display.md#apt-price */
const FRESH_MICROS = 60_000_000n
/** After a failure the source is left alone this long. */
const PAUSE_MICROS = 10_000_000n
/** An older figure is worse than none. */
const USABLE_MICROS = 3_600_000_000n

export interface PriceFeedOptions {
  readonly source: PriceSource
  readonly fetch: typeof fetch
  readonly nowMicros: () => bigint
  readonly onError: (error: unknown) => void
}

/** Tells the price of one APT; 0 when it is not known. Never throws. */
export type PriceFeed = () => Promise<AptPrice>

/**
 * The price as the configuration says. What a source answered serves everybody for a minute; while it is asked again,
 * and for as long as it fails, the last figure is told with its age, for an hour at most.
 */
export function createPriceFeed({ source, fetch: call, nowMicros, onError }: PriceFeedOptions): PriceFeed {
  if (source.kind === 'static') return async () => ({ value: source.usd, ageSeconds: null })
  const { kind } = source
  let last: { readonly value: number; readonly atMicros: bigint } | null = null
  let nextAt = 0n
  let asking: Promise<void> | null = null

  const refresh = async (): Promise<void> => {
    try {
      const value = await fetchAptPrice(kind, call)
      last = { value, atMicros: nowMicros() }
      nextAt = last.atMicros + FRESH_MICROS
    } catch (error) {
      nextAt = nowMicros() + PAUSE_MICROS
      onError(error)
    } finally {
      asking = null
    }
  }

  const known = (): AptPrice | null => {
    const age = last === null ? USABLE_MICROS : nowMicros() - last.atMicros
    return last === null || age >= USABLE_MICROS ? null : { value: last.value, ageSeconds: Number(age / 1_000_000n) }
  }

  return async () => {
    if (nowMicros() >= nextAt) asking ??= refresh()
    // Only who would hear nothing waits.
    if (known() === null) await asking
    return known() ?? { value: 0, ageSeconds: null }
  }
}
