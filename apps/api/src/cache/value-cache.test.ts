import { expect, test } from 'vitest'
import { keepValues } from './value-cache.ts'

function counting(lifeMs: number, aheadBy = 0) {
  const asked: string[][] = []
  let moment = 0
  const kept = keepValues<string>({
    lifeMs,
    aheadBy,
    most: 2,
    now: () => moment,
    make: async (names) => {
      asked.push([...names])
      return new Map(names.filter((name) => name !== 'none').map((name) => [name, `${name}${asked.length}`]))
    },
  })
  return { kept, asked, pass: (ms: number) => (moment += ms) }
}

test('makes what is missing together, in the order asked, and keeps it for its life', async () => {
  const { kept, asked, pass } = counting(100)
  expect(await kept.of(['a', 'none', 'b', 'a'])).toEqual(['a1', null, 'b1', 'a1'])
  expect(await kept.of(['b', 'a'])).toEqual(['b1', 'a1'])
  expect(asked).toEqual([['a', 'none', 'b']])
  pass(101)
  expect(await kept.of(['a'])).toEqual(['a2'])
})

test('makes what is asked for late in its life again before it ends', async () => {
  const { kept, asked, pass } = counting(100, 1)
  await kept.of(['a', 'b'])
  pass(49)
  await kept.of(['a', 'b'])
  expect(asked).toEqual([['a', 'b']])
  pass(10)
  expect(await kept.of(['a', 'b'])).toEqual(['a1', 'b1'])
  await expect.poll(() => kept.of(['a', 'b'])).toEqual(['a2', 'b3'])
  expect(asked).toEqual([['a', 'b'], ['a'], ['b']])
  pass(60)
  expect(await kept.of(['a'])).toEqual(['a2'])
})

test('keeps nothing when told so, and no more than it may', async () => {
  const never = counting(0)
  await never.kept.of(['a'])
  expect(await never.kept.of(['a'])).toEqual(['a2'])
  const few = counting(100)
  await few.kept.of(['a', 'b', 'c'])
  expect(await few.kept.of(['a', 'b', 'c'])).toEqual(['a2', 'b1', 'c1'])
})

test('does not keep what was forgotten while it was being made', async () => {
  const gate = Promise.withResolvers<void>()
  let made = 0
  const kept = keepValues<number>({
    lifeMs: 100,
    most: 10,
    now: () => 0,
    make: async (names) => {
      made += 1
      const value = made
      if (value === 1) await gate.promise
      return new Map(names.map((name) => [name, value]))
    },
  })
  const first = kept.of(['a'])
  kept.forget('a')
  gate.resolve()
  expect(await first).toEqual([1])
  expect(await kept.of(['a'])).toEqual([2])
})
