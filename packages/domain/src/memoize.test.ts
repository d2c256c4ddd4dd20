import { expect, test, vi } from 'vitest'
import { memoize } from './memoize.ts'

test('the result of each object is computed once, also where it is undefined', () => {
  const make = vi.fn((_of: object) => undefined)
  const madeOf = memoize(make)
  const [one, other] = [{}, {}]
  expect([madeOf(one), madeOf(one), madeOf(other)]).toEqual([undefined, undefined, undefined])
  expect(make.mock.calls).toEqual([[one], [other]])
})
