import { expect, test } from 'vitest'
import { coalesced } from './coalesced.ts'

function setUp() {
  const begun: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const wake = coalesced(
    () => {
      const work = Promise.withResolvers<void>()
      begun.push(work)
      return work.promise
    },
    (error) => errors.push(error),
  )
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
