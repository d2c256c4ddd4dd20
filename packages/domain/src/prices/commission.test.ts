import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testSeed } from '../testing/effort/config.ts'
import { type CommissionChange, commissionAt } from './commission.ts'
import { applyRate, bps } from './rates.ts'

const change = (atMicros: bigint, more: Partial<CommissionChange> = {}): CommissionChange => ({
  marketplace: 'opal',
  version: atMicros,
  eventIndex: 0,
  atMicros,
  rate: bps(100),
  fixedOctas: null,
  announced: null,
  ...more,
})

describe('the commission at a moment', () => {
  it('is that of the last change by then, whatever the changes', () => {
    const times = fc.uniqueArray(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(times, fc.bigInt({ min: -1n, max: 1_001n }), (unsorted, at) => {
        const sorted = unsorted.toSorted((one, other) => Number(one - other))
        const changes = sorted.map((time, nth) => change(time, { rate: bps(nth + 1) }))
        const passed = sorted.filter((time) => time <= at).length
        expect(commissionAt(changes, 10_000n, at)).toEqual(passed === 0 ? null : bps(passed))
      }),
      { seed: testSeed },
    )
  })

  it('is an announced one from its second on', () => {
    const changes = [change(0n, { rate: bps(100), announced: { rate: bps(200), fromSeconds: 7n } })]
    expect(commissionAt(changes, 1n, 6_999_999n)).toEqual(bps(100))
    expect(commissionAt(changes, 1n, 7_000_000n)).toEqual(bps(200))
  })

  it('is a fixed amount of any price', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.bigInt({ min: 0n, max: 10n ** 18n }), (price, fixed) => {
        const rate = commissionAt([change(0n, { fixedOctas: fixed })], price, 0n)
        expect(rate === null ? null : applyRate(price, rate)).toBe(fixed)
      }),
      { seed: testSeed },
    )
  })
})
