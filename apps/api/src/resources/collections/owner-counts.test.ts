import { describe, expect, it } from 'vitest'
import { createOwnerCounts, parseOwnerCounts } from './owner-counts.ts'

const STAKED = `0x${'a'.repeat(64)}`
const OTHER = `0x${'b'.repeat(64)}`
const VIEW = '0x7::vault::owners_of'

/** A node that answers in turn; an Error is thrown. */
function counting(...answers: unknown[]) {
  let now = 0n
  const asked: unknown[] = []
  const errors: unknown[] = []
  const count = createOwnerCounts({
    rules: parseOwnerCounts(`${STAKED}=${VIEW}`),
    nowMicros: () => now,
    onError: (error) => errors.push(error),
    view: async (...call) => {
      asked.push(call)
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return [answer as string]
    },
  })
  return {
    asked,
    errors,
    pass: (seconds: bigint) => (now += seconds * 1_000_000n),
    count: () => count([STAKED, OTHER]),
  }
}

// @feature collection.special-owners
describe('owners by a rule of their own', () => {
  it('are what the view answers for the collection, and only for collections that have one', async () => {
    const { asked, count } = counting('41')
    expect(await count()).toEqual(new Map([[STAKED, 41n]]))
    expect(asked).toEqual([[VIEW, [], [STAKED]]])
  })

  it('are requested once a minute; the last count is served in between and while the view fails', async () => {
    const { asked, errors, pass, count } = counting('41', new Error('no node'), 43)
    await Promise.all([count(), count()])
    pass(59n)
    await count()
    expect(asked).toHaveLength(1)
    pass(1n)
    expect(await count()).toEqual(new Map([[STAKED, 41n]]))
    await expect.poll(() => errors.length).toBe(1)
    pass(10n)
    await count()
    await expect.poll(count).toEqual(new Map([[STAKED, 43n]]))
  })

  it('are our own count until the view has answered, which no request waits for', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<string[]>()
    const rules = parseOwnerCounts(`${STAKED}=${VIEW}`)
    const onError = (error: unknown) => expect.unreachable(String(error))
    const count = createOwnerCounts({ rules, nowMicros: () => 0n, onError, view: () => answer })
    for (let caller = 0; caller < 3; caller += 1) expect(await count([STAKED])).toEqual(new Map())
    resolve(['41'])
    await expect.poll(() => count([STAKED])).toEqual(new Map([[STAKED, 41n]]))
  })

  it.each(['-1', '1.5', 'many', '9'.repeat(17), null, [1]])('are our own count while it answers %j', async (answer) => {
    const { errors, count } = counting(answer)
    expect(await count()).toEqual(new Map())
    expect(errors).toHaveLength(1)
  })
})

describe('parseOwnerCounts', () => {
  it('reads several, and none', () => {
    expect([...parseOwnerCounts(`${STAKED}=${VIEW}, 0xB=0x1::m::f`).keys()]).toEqual([STAKED, `0x${'0'.repeat(63)}b`])
    expect(parseOwnerCounts('').size).toBe(0)
  })

  it.each(['0xa', '0xa=', 'x=0x1::m::f', '0xa=0x1::m', '0xa=0x1::m::f=1', '0xa=0x1::m::f<T>'])('refuses %s', (text) => {
    expect(() => parseOwnerCounts(text)).toThrow(TypeError)
  })
})
