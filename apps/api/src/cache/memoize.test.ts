import { expect, test, vi } from 'vitest'
import { memoize } from './memoize.ts'

test('what is made of an object is made once, also where it is nothing', () => {
  const make = vi.fn((_of: object) => undefined)
  const madeOf = memoize(make)
  const [one, other] = [{}, {}]
  expect([madeOf(one), madeOf(one), madeOf(other)]).toEqual([undefined, undefined, undefined])
  expect(make.mock.calls).toEqual([[one], [other]])
})
