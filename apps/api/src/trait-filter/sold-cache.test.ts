import { setImmediate as nextTurn } from 'node:timers/promises'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSoldCache, type ReadSold } from './sold-cache.ts'
import { buildPlainColumns } from './testing/build-trait-columns.ts'

const MOTHS = '0xc'
const IDS = Array.from({ length: 6 }, (_, at) => `0x${at}`)
const TABLE = buildPlainColumns(IDS)
const sale = (id: string) => ({ collectionId: MOTHS, tokenDataId: id })

/** The market's last sales by token, and a cache of them; a read waits for what is set as its gate. */
function openMarket() {
  const last = new Map<string, bigint>()
  const market = { last, nowMs: 1, gate: Promise.resolve(), reads: [] as (readonly string[] | undefined)[] }
  const read: ReadSold = async (_, ids) => {
    market.reads.push(ids)
    const sold = [...last].filter(([id]) => ids?.includes(id) ?? true)
    await market.gate
    return new Map(sold.sort(([one, at], [other, then]) => (at === then ? (one < other ? 1 : -1) : at < then ? 1 : -1)))
  }
  const cache = createSoldCache(
    read,
    () => true,
    () => market.nowMs,
  )
  const sell = (id: string, at: bigint) => {
    last.set(id, at)
    cache.invalidate([sale(id)])
  }
  return { market, cache, sell }
}

it('has the last sales in their order, and reads again only what was named since', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('ask' as const) }),
    fc.record({ does: fc.constant('sell' as const), token: fc.constantFrom(...IDS), at: fc.bigInt(1n, 5n) }),
    fc.record({ does: fc.constant('list' as const), token: fc.constantFrom(...IDS) }),
    // A sale that turns out to be a wash trade, of a token that is named for something else.
    fc.record({ does: fc.constant('take back' as const), token: fc.constantFrom(...IDS) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { market, cache, sell } = openMarket()
      await cache.of(MOTHS, TABLE)
      for (const one of [...steps, { does: 'ask' as const }]) {
        if (one.does === 'sell') sell(one.token, one.at)
        else if (one.does === 'list') cache.invalidate([sale(one.token)])
        else if (one.does === 'take back') {
          market.last.delete(one.token)
          cache.invalidate([sale(one.token)])
        } else {
          const expected = [...market.last]
            .map(([id, at]) => [IDS.indexOf(id), at] as const)
            .sort(([left, at], [right, then]) => Number(then - at) || right - left)
          expect([...(await cache.of(MOTHS, TABLE))]).toEqual(expected)
        }
      }
      expect(market.reads.filter((ids) => ids === undefined)).toHaveLength(1)
    }),
    { numRuns: runs(200) },
  )
})

it('stays what it is, with all that is sorted by it, while what is named was not sold', async () => {
  const { cache, sell } = openMarket()
  sell('0x2', 7n)
  const before = await cache.of(MOTHS, TABLE)
  cache.invalidate([sale('0x2'), sale('0x3'), sale('0x99'), { collectionId: null, tokenDataId: '0x2' }])
  expect(await cache.of(MOTHS, TABLE)).toBe(before)
  sell('0x3', 8n)
  expect(await cache.of(MOTHS, TABLE)).not.toBe(before)
})

it('shows no earlier sale to who asks after a later one, also while it is read', async () => {
  const { market, cache, sell } = openMarket()
  sell('0x1', 5n)
  const gate = Promise.withResolvers<void>()
  market.gate = gate.promise
  const early = cache.of(MOTHS, TABLE)
  await nextTurn()
  sell('0x1', 6n)
  const late = [cache.of(MOTHS, TABLE), cache.of(MOTHS, TABLE)]
  gate.resolve()
  expect((await early).get(1)).toBe(5n)
  for (const one of await Promise.all(late)) expect(one.get(1)).toBe(6n)
  expect(market.reads).toEqual([undefined, ['0x1']])
})

it('is read again after a failure, a minute, a clearing, a deletion, and for other columns', async () => {
  const { market, cache, sell } = openMarket()
  sell('0x1', 5n)
  market.gate = Promise.reject(new Error('away'))
  await expect(cache.of(MOTHS, TABLE)).rejects.toThrow('away')
  market.gate = Promise.resolve()
  expect(await cache.of(MOTHS, TABLE)).toEqual(new Map([[1, 5n]]))
  sell('0x1', 6n)
  market.gate = Promise.reject(new Error('away'))
  await expect(cache.of(MOTHS, TABLE)).rejects.toThrow('away')
  market.gate = Promise.resolve()
  expect(await cache.of(MOTHS, TABLE)).toEqual(new Map([[1, 6n]]))
  market.reads.length = 0
  await cache.of(MOTHS, TABLE)
  expect(market.reads).toEqual([])
  market.nowMs += 60_001
  await cache.of(MOTHS, TABLE)
  cache.clear()
  await cache.of(MOTHS, TABLE)
  cache.delete(MOTHS)
  await cache.of(MOTHS, TABLE)
  expect(await cache.of(MOTHS, buildPlainColumns(IDS.slice(1)))).toEqual(new Map([[0, 6n]]))
  expect(market.reads).toEqual([undefined, undefined, undefined, undefined])
})

it('counts all tokens of its collections, and evicts the least recently used', async () => {
  const many = buildPlainColumns(Array.from({ length: 60_000 }, (_, at) => `0x${at.toString(16).padStart(8, '0')}`))
  const { market, cache } = openMarket()
  for (const collection of ['0x1', '0x2', '0x3', '0x4', '0x5']) await cache.of(collection, many)
  const { bytes, maxBytes } = cache.memory()
  expect(bytes).toBeGreaterThan(4 * 60_000 * 100)
  expect(bytes).toBeLessThanOrEqual(maxBytes)
  market.reads.length = 0
  for (const collection of ['0x5', '0x4', '0x3', '0x2', '0x1']) await cache.of(collection, many)
  expect(market.reads).toHaveLength(1)
})
