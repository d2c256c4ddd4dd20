import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createValueCache } from './value-cache.ts'

function counting(ttlMs: number, refreshBatch = 0) {
  const asked: string[][] = []
  // A clock at 0 has not started for the library.
  let nowMs = 1
  const cache = createValueCache<string>({
    ttlMs,
    refreshBatch,
    maxBytes: 2,
    bytesOf: () => 1,
    now: () => nowMs,
    load: async (names) => {
      asked.push([...names])
      return new Map(names.filter((name) => name !== 'none').map((name) => [name, `${name}${asked.length}`]))
    },
  })
  return { cache, asked, pass: (ms: number) => (nowMs += ms) }
}

test('loads missing values in one batch, in the order of the keys, and serves them until they expire', async () => {
  const { cache, asked, pass } = counting(100)
  expect(await cache.getMany(['a', 'none', 'b', 'a'])).toEqual(['a1', null, 'b1', 'a1'])
  expect(await cache.getMany(['b', 'a'])).toEqual(['b1', 'a1'])
  expect(asked).toEqual([['a', 'none', 'b']])
  pass(101)
  expect(await cache.getMany(['a'])).toEqual(['a2'])
})

test('refreshes values requested late in their time before they expire', async () => {
  const { cache, asked, pass } = counting(100, 1)
  await cache.getMany(['a', 'b'])
  pass(49)
  await cache.getMany(['a', 'b'])
  expect(asked).toEqual([['a', 'b']])
  pass(10)
  expect(await cache.getMany(['a', 'b'])).toEqual(['a1', 'b1'])
  await expect.poll(() => cache.getMany(['a', 'b'])).toEqual(['a2', 'b3'])
  expect(asked).toEqual([['a', 'b'], ['a'], ['b']])
  pass(60)
  expect(await cache.getMany(['a'])).toEqual(['a2'])
})

test('caches nothing with a ttl of 0, and no more than maxBytes', async () => {
  const never = counting(0)
  await never.cache.getMany(['a'])
  expect(await never.cache.getMany(['a'])).toEqual(['a2'])
  const few = counting(100)
  await few.cache.getMany(['a', 'b', 'c'])
  expect(await few.cache.getMany(['a', 'b', 'c'])).toEqual(['a2', 'b1', 'c1'])
})

test('evicts the least recently used values beyond its bytes, and stores none that alone is larger', async () => {
  const loaded: string[] = []
  const cache = createValueCache<string>({
    ttlMs: 100,
    maxBytes: 10,
    bytesOf: ({ length }) => length,
    now: () => 1,
    load: async (keys) => {
      loaded.push(...keys)
      return new Map(keys.map((key) => [key, key]))
    },
  })
  await cache.getMany(['aaaa', 'bbbb'])
  await cache.getMany(['aaaa'])
  await cache.getMany(['cccc'])
  await cache.getMany(['aaaa', 'cccc'])
  expect(loaded).toEqual(['aaaa', 'bbbb', 'cccc'])
  await cache.getMany(['bbbb', 'x'.repeat(11)])
  await cache.getMany(['x'.repeat(11)])
  expect(loaded.slice(3)).toEqual(['bbbb', 'x'.repeat(11), 'x'.repeat(11)])
})

test('stores no value that was loaded while the cache was cleared', async () => {
  const gate = Promise.withResolvers<void>()
  let loads = 0
  const cache = createValueCache<number>({
    ttlMs: 100,
    maxBytes: 10,
    bytesOf: () => 1,
    now: () => 1,
    load: async (keys) => {
      loads += 1
      const value = loads
      if (value === 1) await gate.promise
      return new Map(keys.map((key) => [key, value]))
    },
  })
  const first = cache.getMany(['a'])
  cache.clear()
  const second = cache.getMany(['a'])
  gate.resolve()
  expect([await first, await second, await cache.getMany(['a'])]).toEqual([[1], [2], [2]])
})

test('does not store values deleted while they were being loaded', async () => {
  const gate = Promise.withResolvers<void>()
  let made = 0
  const cache = createValueCache<number>({
    ttlMs: 100,
    maxBytes: 10,
    bytesOf: () => 1,
    now: () => 1,
    load: async (names) => {
      made += 1
      const value = made
      if (value === 1) await gate.promise
      return new Map(names.map((name) => [name, value]))
    },
  })
  const first = cache.getMany(['a'])
  cache.invalidate('a')
  gate.resolve()
  expect(await first).toEqual([1])
  expect(await cache.getMany(['a'])).toEqual([2])
})

test('concurrent readers share a load, and its error, which is not cached', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked: string[][] = []
  const cache = createValueCache<string>({
    ttlMs: 100,
    maxBytes: 10,
    bytesOf: () => 1,
    now: () => 1,
    load: async (keys) => {
      asked.push([...keys])
      await gates[asked.length - 1]?.promise
      return new Map(keys.map((key) => [key, `${key}${asked.length}`]))
    },
  })
  const failing = [cache.getMany(['a', 'b']), cache.getMany(['b']), cache.getMany(['a'])]
  expect(asked).toEqual([['a', 'b']])
  gates[0]?.reject(new Error('away'))
  for (const one of await Promise.allSettled(failing)) expect(one).toMatchObject({ reason: { message: 'away' } })
  const first = cache.getMany(['a', 'none'])
  const second = cache.getMany(['b', 'none', 'a'])
  expect(asked.slice(1)).toEqual([['a', 'none'], ['b']])
  gates[1]?.resolve()
  expect([await first, await second]).toEqual([
    ['a3', 'none3'],
    ['b3', 'none3', 'a3'],
  ])
})

test('any reader gets values of its time or later, and no key is loaded twice concurrently without a change', async () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('get' as const), keys: fc.array(key, { minLength: 1 }) }) },
    fc.record({ does: fc.constant('change' as const), key }),
    fc.record({ does: fc.constant('clear' as const) }),
    { weight: 2, arbitrary: fc.record({ does: fc.constant('end' as const), load: fc.nat(5), fails: fc.nat(5) }) },
    fc.record({ does: fc.constant('wait' as const), ms: fc.nat(60) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), fc.nat(2), async (steps, refreshBatch) => {
      let nowMs = 1
      const versions = new Map<string, number>()
      const versionOf = (one: string) => versions.get(one) ?? 0
      const loads: { readonly loaded: ReadonlyMap<string, string>; readonly gate: PromiseWithResolvers<void> }[] = []
      const reads: Promise<void>[] = []
      const faults: string[] = []
      const cache = createValueCache<string>({
        ttlMs: 100,
        maxBytes: 2,
        bytesOf: () => 1,
        refreshBatch,
        now: () => nowMs,
        load: async (keys) => {
          const loaded = new Map(keys.map((one) => [one, String(versionOf(one))]))
          for (const [one, version] of loaded)
            if (loads.some((other) => other.loaded.get(one) === version)) faults.push(`${one} is loaded twice`)
          const gate = Promise.withResolvers<void>()
          loads.push({ loaded, gate })
          await gate.promise
          return loaded
        },
      })
      const end = async ([load]: typeof loads, fails = false) => {
        if (fails) load?.gate.reject(new Error('away'))
        else load?.gate.resolve()
        await new Promise(setImmediate)
      }
      for (const one of steps) {
        if (one.does === 'wait') nowMs += one.ms
        else if (one.does === 'end') await end(loads.splice(one.load % Math.max(1, loads.length), 1), one.fails === 0)
        else if (one.does === 'get') {
          const wanted = one.keys.map(versionOf)
          const read = cache.getMany(one.keys).then(
            (values) => {
              for (const [at, value] of values.entries())
                if (Number(value) < (wanted[at] ?? 0)) faults.push(`${one.keys[at]} is from before a change`)
            },
            () => undefined,
          )
          reads.push(read)
        } else {
          for (const changed of one.does === 'clear' ? ['a', 'b', 'c'] : [one.key]) {
            versions.set(changed, versionOf(changed) + 1)
          }
          if (one.does === 'clear') cache.clear()
          else cache.invalidate(one.key)
        }
      }
      while (loads.length > 0) await end(loads.splice(0, 1))
      await Promise.all(reads)
      expect(faults).toEqual([])
    }),
  )
})
