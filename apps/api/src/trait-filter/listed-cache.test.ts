import { setImmediate as nextTurn } from 'node:timers/promises'
import { runs } from '@opal/domain/testing/effort/config'
import { processorMs } from '@opal/domain/testing/processor-time'
import type { ListedRow } from '@opal/store/queries/traits/trait-rows'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atOnce } from '../event-loop.ts'
import { orderSteps, priceOrder } from './column-views.ts'
import { createListedCache, type ReadListed } from './listed-cache.ts'
import { buildPlainColumns } from './testing/build-trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

const [MOTHS, MOTH] = ['0xc', '0x7']
const table = buildPlainColumns([MOTH])
const sold: readonly ListedRow[] = []
const listed: readonly ListedRow[] = [{ tokenDataId: MOTH, marketplace: 'opal', priceOctas: 9n, placedAtMicros: 1n }]

/** A cache whose columns are in memory, at a time that stands still. */
const cacheOf = (read: ReadListed) =>
  createListedCache(
    read,
    () => true,
    () => 0,
  )

/** A cache that has read one listing; what it reads next is answered by the test. */
async function openCache() {
  const asked: PromiseWithResolvers<readonly ListedRow[]>[] = []
  const read: ReadListed = (_, ids) => {
    if (ids === undefined) return Promise.resolve(listed)
    const answer = Promise.withResolvers<readonly ListedRow[]>()
    asked.push(answer)
    return answer.promise
  }
  const cache = cacheOf(read)
  const prices = async () => [...(await cache.of(MOTHS, table)).prices.values()]
  expect(await prices()).toEqual([9n])
  cache.invalidate([{ collectionId: MOTHS, tokenDataId: MOTH }])
  /** The read that is under way; there is one as soon as someone has asked. */
  const nextRead = async () => {
    while (asked.length === 0) await nextTurn()
    return asked.shift()
  }
  return { prices, nextRead }
}

it('has concurrent callers share what is listed on a marketplace, and with it the order of its prices', async () => {
  const cache = cacheOf(async () => listed)
  const [one, other] = await Promise.all([cache.of(MOTHS, table, 'opal'), cache.of(MOTHS, table, 'opal')])
  expect(one).toBe(other)
  expect(await cache.of(MOTHS, table, 'opal')).toBe(one)
})

it('has concurrent callers wait while an invalidated token is read again', async () => {
  const { prices, nextRead } = await openCache()
  const first = prices()
  const read = await nextRead()
  const second = prices()
  read?.resolve(sold)
  expect(await Promise.all([first, second])).toEqual([[], []])
})

it('reads again the next time what could not be read', async () => {
  const { prices, nextRead } = await openCache()
  const failed = prices()
  const broken = await nextRead()
  broken?.reject(new Error('no store'))
  await expect(failed).rejects.toThrow('no store')
  const again = prices()
  const read = await nextRead()
  read?.resolve(sold)
  expect(await again).toEqual([])
})

it('reads changed tokens again once for all who waited while the collection was read', async () => {
  const loaded = Promise.withResolvers<void>()
  const again: (readonly string[])[] = []
  const cache = cacheOf(async (_, ids) => {
    if (ids === undefined) await loaded.promise
    else again.push(ids)
    return ids === undefined ? listed : sold
  })
  const callers = Array.from({ length: 5 }, () => cache.of(MOTHS, table))
  cache.invalidate([{ collectionId: MOTHS, tokenDataId: MOTH }])
  loaded.resolve()
  for (const { prices } of await Promise.all(callers)) expect([...prices]).toEqual([])
  expect(again).toEqual([[MOTH]])
})

const TOKENS = ['0x1', '0x2', '0x3'] as const
/** The columns of a collection before and after tokens were minted: the same tokens stand at other positions. */
const TABLES = [buildPlainColumns(TOKENS.slice(1)), buildPlainColumns(TOKENS)] as const

it('gives any caller, in the order of its own columns, prices of its time or later', async () => {
  const price = fc.option(fc.bigInt(1n, 9n))
  const marketplace = fc.constantFrom(undefined, 'opal')
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('ask' as const), table: fc.nat(1), marketplace }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('trade' as const), token: fc.nat(2), price }) },
    fc.record({ does: fc.constant('clear' as const) }),
    fc.record({ does: fc.constant('delete' as const) }),
    // Time changes several listings: the feed names their collection alone.
    fc.record({ does: fc.constant('pass' as const), price }),
    { weight: 3, arbitrary: fc.record({ does: fc.constant('answer' as const), read: fc.nat(3), fails: fc.nat(5) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const past = new Map(TOKENS.map((token) => [token as string, [7n as bigint | null]]))
      const market = (ids: readonly string[]): readonly ListedRow[] =>
        ids.flatMap((tokenDataId) => {
          const priceOctas = past.get(tokenDataId)?.at(-1)
          return priceOctas == null ? [] : [{ tokenDataId, marketplace: 'opal', priceOctas, placedAtMicros: 1n }]
        })
      const reads: { readonly rows: readonly ListedRow[]; readonly gate: PromiseWithResolvers<void> }[] = []
      const cache = cacheOf(async (_, ids = TOKENS) => {
        const read = { rows: market(ids), gate: Promise.withResolvers<void>() }
        reads.push(read)
        await read.gate.promise
        return read.rows
      })
      const faults: string[] = []
      const ask = async (columns: (typeof TABLES)[number], there?: string) => {
        const since = new Map([...past].map(([token, prices]) => [token, prices.length - 1]))
        const found = await cache.of(MOTHS, columns, there).catch(() => null)
        for (const [position, token] of found === null ? [] : columns.ids.entries()) {
          const shown = found?.prices.get(position) ?? null
          if (!past.get(token)?.slice(since.get(token)).includes(shown)) faults.push(`${token} is shown at ${shown}`)
        }
      }
      const answer = async (at: number, fails = false) => {
        const [read] = reads.splice(at % Math.max(1, reads.length), 1)
        if (fails) read?.gate.reject(new Error('away'))
        else read?.gate.resolve()
        await nextTurn()
      }
      const callers: Promise<void>[] = []
      for (const one of steps) {
        if (one.does === 'ask') callers.push(ask(TABLES[one.table] ?? TABLES[0], one.marketplace))
        else if (one.does === 'clear') cache.clear()
        else if (one.does === 'delete') cache.delete(MOTHS)
        else if (one.does === 'pass') {
          for (const prices of past.values()) prices.push(one.price)
          cache.delete(MOTHS)
        } else if (one.does === 'answer') await answer(one.read, one.fails === 0)
        else {
          const tokenDataId = TOKENS[one.token] ?? TOKENS[0]
          past.get(tokenDataId)?.push(one.price)
          cache.invalidate([{ collectionId: MOTHS, tokenDataId }])
        }
      }
      let isOver = false
      void Promise.all(callers).then(() => (isOver = true))
      while (!isOver) await answer(0)
      expect(faults).toEqual([])
    }),
    { numRuns: runs(200) },
  )
})

it('gives what is listed after any changes in the order of prices', async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `0x${(at + 1).toString(16).padStart(2, '0')}`)
  const columns = buildPlainColumns(ids)
  const row = fc.record({ priceOctas: fc.bigInt(1n, 9n), marketplace: fc.constantFrom('opal', 'bazaar') })
  const asks = fc.array(row, { maxLength: 3 })
  const rounds = fc.array(fc.dictionary(fc.constantFrom(...ids), asks), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(asks, { minLength: 12, maxLength: 12 }), rounds, async (first, then) => {
      const now = new Map(ids.map((id, at) => [id, first[at] ?? []]))
      const cache = cacheOf(async (_, wanted = ids) =>
        wanted.flatMap((tokenDataId) =>
          (now.get(tokenDataId) ?? []).map((ask) => ({ ...ask, tokenDataId, placedAtMicros: ask.priceOctas })),
        ),
      )
      await cache.of(MOTHS, columns)
      for (const round of then) {
        for (const [id, rows] of Object.entries(round)) now.set(id, rows)
        cache.invalidate(Object.keys(round).map((tokenDataId) => ({ collectionId: MOTHS, tokenDataId })))
        const { prices, placedAt } = await cache.of(MOTHS, columns)
        const lowest = ids.flatMap((id, token): readonly (readonly [number, bigint])[] => {
          const [least] = (now.get(id) ?? []).map(({ priceOctas }) => priceOctas).sort((a, b) => Number(a - b))
          return least === undefined ? [] : [[token, least]]
        })
        const order = lowest.toSorted(([one, a], [other, b]) => Number(a - b) || one - other)
        expect([...priceOrder({ prices }).tokens]).toEqual(order.map(([token]) => token))
        expect([...prices].toSorted(([one], [other]) => one - other)).toEqual(lowest)
        expect(new Map(placedAt)).toEqual(new Map(prices))
      }
    }),
    { numRuns: runs(60) },
  )
})

it('gives what is listed after any changes in the order of times of listing, however seldom that is asked for', async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `0x${(at + 1).toString(16).padStart(2, '0')}`)
  const columns = buildPlainColumns(ids)
  const time = fc.option(fc.bigInt(1n, 9n))
  const round = fc.record({ times: fc.dictionary(fc.constantFrom(...ids), time), isAsked: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(time, { minLength: 12, maxLength: 12 }),
      fc.array(round, { minLength: 1, maxLength: 5 }),
      async (first, rounds) => {
        const now = new Map(ids.map((id, at) => [id, first[at] ?? null]))
        const cache = cacheOf(async (_, wanted = ids) =>
          wanted.flatMap((tokenDataId) => {
            const placedAtMicros = now.get(tokenDataId) ?? null
            // Prices are in another order.
            const priceOctas = BigInt((ids.indexOf(tokenDataId) * 7) % 12) + 1n
            return placedAtMicros === null ? [] : [{ tokenDataId, marketplace: 'opal', priceOctas, placedAtMicros }]
          }),
        )
        const inOrder = () =>
          ids
            .flatMap((id, token) => {
              const placedAt = now.get(id) ?? null
              return placedAt === null ? [] : [{ token, placedAt }]
            })
            .toSorted((one, other) => Number(one.placedAt - other.placedAt) || one.token - other.token)
            .map(({ token }) => token)
        const placedOrder = ({ placedAt }: ListedTokens) => [...atOnce(orderSteps(placedAt)).tokens]
        expect(placedOrder(await cache.of(MOTHS, columns))).toEqual(inOrder())
        for (const { times, isAsked } of rounds) {
          for (const [id, placedAt] of Object.entries(times)) now.set(id, placedAt)
          cache.invalidate(Object.keys(times).map((tokenDataId) => ({ collectionId: MOTHS, tokenDataId })))
          const listed = await cache.of(MOTHS, columns)
          if (isAsked) expect(placedOrder(listed)).toEqual(inOrder())
        }
      },
    ),
    { numRuns: runs(60) },
  )
})

it('takes no longer for a collection, however many others it has', async () => {
  const cache = cacheOf(async () => [])
  const empty = buildPlainColumns([])
  let next = 0
  const take = async (count: number) => {
    for (const end = next + count; next < end; next += 1) await cache.of(String(next), empty)
  }
  /** Least milliseconds that five times a thousand more collections take: garbage is collected in some of them. */
  const leastMs = async () => {
    const times: number[] = []
    while (times.length < 5) times.push(await processorMs(() => take(1_000)))
    return Math.min(...times)
  }
  await take(1_000)
  const few = await leastMs()
  await take(16_000)
  expect(await leastMs()).toBeLessThan(5 * Math.max(few, 2))
})

it('is bounded in bytes, whatever is read, read again, deleted or evicted', async () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...listed[0], tokenDataId: `0x${at}` }) as ListedRow)
  const many = buildPlainColumns(rowsOf(9).map(({ tokenDataId }) => tokenDataId))
  const step = fc.record({
    kind: fc.constantFrom('read' as const, 'change' as const, 'delete' as const, 'clear' as const),
    collection: fc.nat(4),
    count: fc.integer({ min: 0, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      let left = 0
      const cache = cacheOf(async (_, ids) =>
        rowsOf(left).filter(({ tokenDataId }) => ids?.includes(tokenDataId) ?? true),
      )
      const stored = new Map<number, number>()
      for (const { kind, collection, count } of steps) {
        const id = String(collection)
        if (kind === 'clear') cache.clear()
        if (kind === 'delete') cache.delete(id)
        if (kind === 'clear') stored.clear()
        if (kind === 'delete') stored.delete(collection)
        if (kind === 'change') {
          left = count
          cache.invalidate(rowsOf(9).map(({ tokenDataId }) => ({ collectionId: id, tokenDataId })))
        }
        if (kind === 'read' || kind === 'change') stored.set(collection, (await cache.of(id, many)).prices.size)
      }
      const rows = stored.values().reduce((sum, own) => sum + own + 5, 0)
      expect(cache.memory().bytes).toBe(rows * 320)
    }),
  )
})
