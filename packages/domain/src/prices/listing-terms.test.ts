import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasFallen, nextStepAt, type PriceFall, priceAt } from './listing-terms.ts'

const MAX_U64 = 2n ** 64n - 1n

/** A price that falls, and how. */
const falls = fc
  .tuple(fc.bigInt(1n, MAX_U64 - 1n), fc.bigInt(1n, MAX_U64), fc.bigInt(0n, 2n ** 40n), fc.bigInt(1n, 2n ** 33n))
  .map(([end, more, fromSeconds, lasting]) => {
    const priceOctas = end + more > MAX_U64 ? MAX_U64 : end + more
    return { priceOctas, fall: { endOctas: end, fromSeconds, untilSeconds: fromSeconds + lasting } satisfies PriceFall }
  })

it('a price never rises, is never above the line, and stays between its first and its last', () => {
  fc.assert(
    fc.property(
      falls,
      fc.array(fc.bigInt(0n, 2n ** 42n), { minLength: 1, maxLength: 20 }),
      ({ priceOctas, fall }, times) => {
        const { endOctas, fromSeconds, untilSeconds } = fall
        const seconds = [...times, fromSeconds, untilSeconds, untilSeconds - 1n].sort((a, b) => (a < b ? -1 : 1))
        const prices = seconds.map((now) => priceAt(priceOctas, fall, now))
        prices.forEach((price, index) => {
          expect(price <= (prices[index - 1] ?? priceOctas) && price >= endOctas).toBe(true)
        })
        expect(priceAt(priceOctas, fall, fromSeconds)).toBe(priceOctas)
        expect(priceAt(priceOctas, fall, untilSeconds)).toBe(endOctas)
      },
    ),
  )
})

it('a price changes at its steps only, of which there are a hundred at most', () => {
  fc.assert(
    fc.property(falls, ({ priceOctas, fall }) => {
      const steps: bigint[] = []
      for (let next = nextStepAt(fall, 0n); next !== null; next = nextStepAt(fall, next)) {
        expect(priceAt(priceOctas, fall, next - 1n)).toBe(priceAt(priceOctas, fall, steps.at(-1) ?? 0n))
        steps.push(next)
      }
      expect(steps.length).toBeLessThanOrEqual(100)
      expect(steps.at(-1)).toBe(fall.untilSeconds)
    }),
    { numRuns: 60 },
  )
})

it('a fixed price stays', () => {
  expect(priceAt(7n, null, MAX_U64)).toBe(7n)
  expect(nextStepAt(null, 0n)).toBeNull()
})

it('a price that has not fallen is the first one, at any second; one that has is at a later step', () => {
  const since = fc.bigInt(-100n, 2n ** 34n)
  fc.assert(
    fc.property(falls, since, ({ priceOctas, fall }, seconds) => {
      const now = fall.fromSeconds + seconds
      if (!hasFallen(fall, now)) expect(priceAt(priceOctas, fall, now)).toBe(priceOctas)
      else expect(nextStepAt(fall, fall.fromSeconds)).toBeLessThanOrEqual(now)
      expect(hasFallen(fall, fall.fromSeconds)).toBe(false)
      expect(hasFallen(fall, fall.untilSeconds)).toBe(true)
    }),
  )
})
