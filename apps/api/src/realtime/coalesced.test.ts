import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coalesced } from './coalesced.ts'

function setUp() {
  const begun: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const work = coalesced(() => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  })
  const wake = () => work().catch((error: unknown) => void errors.push(error))
  return { begun, errors, wake }
}

test.each(['ends', 'fails'])('calls during work that %s share the work that begins after it', async (end) => {
  const { begun, errors, wake } = setUp()
  const first = wake()
  const others = [wake(), wake()]
  expect(begun).toHaveLength(1)
  if (end === 'fails') begun[0]?.reject('away')
  else begun[0]?.resolve()
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve()
  await Promise.all([first, ...others])
  expect(begun).toHaveLength(2)
  expect(errors).toEqual(end === 'fails' ? ['away'] : [])
})

test('a call after failed work begins other work', async () => {
  const { begun, errors, wake } = setUp()
  const failing = wake()
  begun[0]?.reject('away')
  await failing
  const next = wake()
  begun[1]?.resolve()
  await next
  expect(errors).toEqual(['away'])
})

test.each(['ends', 'fails'])('a call resolves when the next work %s, however many calls follow', async (end) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 6 }), async (calls) => {
      const { begun, wake } = setUp()
      const resolved = new Set<number>()
      void wake()
      for (const [turn, count] of calls.entries()) {
        const asked = Array.from({ length: count + 1 }, () => wake())
        void Promise.all(asked).then(() => resolved.add(turn))
        // The work that these calls found ends, and the next one begins, which is theirs.
        if (end === 'fails') begun[turn]?.reject('away')
        else begun[turn]?.resolve()
        await setImmediate()
        expect(begun).toHaveLength(turn + 2)
        expect([...resolved]).toEqual(calls.slice(0, turn).map((_, before) => before))
      }
    }),
  )
})
