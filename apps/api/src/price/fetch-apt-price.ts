import * as z from 'zod'
import type { PriceSource } from './price-source.ts'

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

/** A source has so long to answer. */
const TIMEOUT_MS = 5_000

/**
 * Asks a source for the price of one APT in USD.
 * @throws Error when it cannot be reached, or answers with anything but a price above 0.
 */
export async function fetchAptPrice(source: AskedSource, call: typeof fetch): Promise<number> {
  const { url, usd } = SOURCES[source]
  const headers = { accept: 'application/json' }
  const answer = await call(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`${source} answered with status ${answer.status}.`)
  const price = usd.parse(await answer.json())
  if (!Number.isFinite(price) || price <= 0) throw new Error(`${source} answered with no price.`)
  return price
}
