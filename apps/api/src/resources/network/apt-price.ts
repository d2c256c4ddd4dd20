import { type AnswerBounds, readBoundedJson } from '@opal/chain/web/bounded-body'
import { HOUR_MICROS, toSeconds } from '@opal/domain/time'
import * as z from 'zod'
import type { AptPrice } from '../../context.ts'

/** A price is requested again after this long. @source docs/product/display.md#apt-price */
const FRESH_MICROS = 60_000_000n
/** After a failure the source is left alone this long. */
const PAUSE_MICROS = 10_000_000n
/** An older price is worse than none. */
const USABLE_MICROS = HOUR_MICROS

export interface PriceFeedOptions {
  readonly source: PriceSource
  readonly fetch: typeof fetch
  readonly nowMicros: () => bigint
  readonly onError: (error: unknown) => void
}

/** Returns the price of one APT; 0 when it is not known. Never rejects. */
export type PriceFeed = () => Promise<AptPrice>

/**
 * Creates the feed of a configured source. Its answer is used for a minute; while it is asked again, and for as long as it fails, the
 * last price is returned with its age, for an hour at most.
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
    return last === null || age >= USABLE_MICROS ? null : { value: last.value, ageSeconds: Number(toSeconds(age)) }
  }

  return async () => {
    if (nowMicros() >= nextAt) asking ??= refresh()
    // A caller waits only where no price is known.
    if (known() === null) await asking
    return known() ?? { value: 0, ageSeconds: null }
  }
}

/** Sources that are asked over the network. */
export type AskedSource = Exclude<PriceSource['kind'], 'static'>

/** @source https://docs.coingecko.com/reference/simple-price */
const COINGECKO = {
  url: 'https://api.coingecko.com/api/v3/simple/price?ids=aptos&vs_currencies=usd',
  usd: z.object({ aptos: z.object({ usd: z.number() }) }).transform(({ aptos }) => aptos.usd),
}

/** The feed Crypto.APT/USD of Pyth's Hermes. @source https://docs.pyth.network/price-feeds/price-feeds */
const PYTH_FEED = '03ae4db29ed4ae33d323568895aa00337e658e348b37509f5372ae51f0af00d5'
const pythPrice = z.object({ price: z.string().regex(/^\d{1,18}$/), expo: z.number().int().min(-18).max(0) })
const PYTH = {
  url: `https://hermes.pyth.network/v2/updates/price/latest?ids[]=${PYTH_FEED}&parsed=true`,
  usd: z
    .object({ parsed: z.array(z.object({ id: z.literal(PYTH_FEED), price: pythPrice })).length(1) })
    .transform(({ parsed: [feed] }) => Number(feed?.price.price) * 10 ** Number(feed?.price.expo)),
}

const SOURCES = { coingecko: COINGECKO, pyth: PYTH } as const

/** Timeout of a source, and the largest answer: a price has a few hundred bytes. */
const TIMEOUT_MS = 5_000
const ANSWER_BOUNDS: AnswerBounds = { bytes: 64 * 1024, containers: 1_000, shapes: 1_000 }

/**
 * Asks a source for the price of one APT in USD.
 * @throws Error when it cannot be reached, or answers with anything but a price above 0.
 */
async function fetchAptPrice(source: AskedSource, call: typeof fetch): Promise<number> {
  const { url, usd } = SOURCES[source]
  const headers = { accept: 'application/json' }
  const answer = await call(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`${source} answered with status ${answer.status}.`)
  const price = usd.parse(await readBoundedJson(answer, ANSWER_BOUNDS))
  if (!Number.isFinite(price) || price <= 0) throw new Error(`${source} answered with no price.`)
  return price
}

/** Source of the APT price, as in `APT_PRICE_SOURCE`. */
export type PriceSource =
  | { readonly kind: 'static'; readonly usd: number }
  | { readonly kind: 'coingecko' }
  | { readonly kind: 'pyth' }

/** Reads a source from text; null when it names none. */
export function parsePriceSource(text: string): PriceSource | null {
  if (text === 'coingecko' || text === 'pyth') return { kind: text }
  const usd = /^static:(\d{1,9}(?:\.\d{1,9})?)$/.exec(text)?.[1]
  return usd === undefined ? null : { kind: 'static', usd: Number(usd) }
}
