import { describe, expect, it } from 'vitest'
import { createPriceFeed, parsePriceSource } from './apt-price.ts'

const MINUTE = 60_000_000n

/** A feed with a clock and a source in our hands. */
function feedOf(kind: 'coingecko' | 'pyth') {
  const feed = { now: 1_000n * MINUTE, answers: [] as (Response | Error)[], asked: [] as string[], errors: 0 }
  const price = createPriceFeed({
    source: { kind },
    nowMicros: () => feed.now,
    onError: () => {
      feed.errors += 1
    },
    fetch: async (url) => {
      feed.asked.push(String(url))
      const answer = feed.answers.shift() ?? new Error('no route to host')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { feed, price }
}
const coingecko = (usd: unknown) => Response.json({ aptos: { usd } })
const idle = () => new Promise((resolve) => setImmediate(resolve))

describe('the price feed', () => {
  it('returns a configured price, which has no age', async () => {
    const source = parsePriceSource('static:8.50')
    if (source === null) throw new Error('It was not understood.')
    const price = createPriceFeed({ source, fetch, nowMicros: () => 0n, onError: () => undefined })
    expect(await price()).toEqual({ value: 8.5, ageSeconds: null })
  })

  it('asks CoinGecko once a minute, however many want to know', async () => {
    const { feed, price } = feedOf('coingecko')
    feed.answers = [coingecko(8.25), coingecko(9)]
    const first = await Promise.all([price(), price(), price()])
    expect(first).toEqual(Array(3).fill({ value: 8.25, ageSeconds: 0 }))
    feed.now += MINUTE - 1n
    expect(await price()).toEqual({ value: 8.25, ageSeconds: 59 })
    expect(feed.asked).toEqual(['https://api.coingecko.com/api/v3/simple/price?ids=aptos&vs_currencies=usd'])
    feed.now += 1n
    expect(await price()).toEqual({ value: 8.25, ageSeconds: 60 })
    await idle()
    expect(await price()).toEqual({ value: 9, ageSeconds: 0 })
  })

  it('reads Pyth’s whole numbers with their exponent', async () => {
    const { feed, price } = feedOf('pyth')
    const id = '03ae4db29ed4ae33d323568895aa00337e658e348b37509f5372ae51f0af00d5'
    feed.answers = [Response.json({ parsed: [{ id, price: { price: '525000000', expo: -8, conf: '1' } }] })]
    expect((await price()).value).toBeCloseTo(5.25, 10)
    expect(feed.asked[0]).toContain(id)
  })

  it('serves the last price for an hour while the source fails, with its age', async () => {
    const { feed, price } = feedOf('coingecko')
    feed.answers = [coingecko(8)]
    await price()
    feed.now += 30n * MINUTE
    expect(await price()).toEqual({ value: 8, ageSeconds: 1_800 })
    await idle()
    feed.now += 30n * MINUTE
    expect(await price()).toEqual({ value: 0, ageSeconds: null })
    expect(feed.errors).toBe(2)
  })

  it.each([
    ['nothing', new Error('no route to host')],
    ['an error', new Response('busy', { status: 429 })],
    ['no JSON', new Response('<html>')],
    ['no number', coingecko('8')],
    ['a price that is none', coingecko(0)],
    ['a debt', coingecko(-3)],
  ])('is 0 when the source answers %s, and does not ask again immediately', async (_, answer) => {
    const { feed, price } = feedOf('coingecko')
    feed.answers = [answer, coingecko(8)]
    expect(await price()).toEqual({ value: 0, ageSeconds: null })
    expect(await price()).toEqual({ value: 0, ageSeconds: null })
    expect(feed.asked).toHaveLength(1)
    feed.now += 10_000_000n
    expect(await price()).toEqual({ value: 8, ageSeconds: 0 })
  })
})

describe('parsePriceSource', () => {
  it('knows three kinds, and nothing else', () => {
    expect(parsePriceSource('static:0')).toEqual({ kind: 'static', usd: 0 })
    expect(parsePriceSource('coingecko')).toEqual({ kind: 'coingecko' })
    expect(parsePriceSource('pyth')).toEqual({ kind: 'pyth' })
    for (const text of ['', 'static:', 'static:-1', 'static:1e9', 'binance', 'https://evil.example']) {
      expect(parsePriceSource(text), text).toBeNull()
    }
  })
})
