import type { CommissionChange } from '@opal/domain/prices/commission'
import { applyRate, bps } from '@opal/domain/prices/rates'
import { testSeed } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { commissionOf, commissionPeriods } from './commission-of.ts'

const rate = fc.nat(1000).map(bps)
const second = fc.bigInt(0n, 9n)
const changes: fc.Arbitrary<readonly CommissionChange[]> = fc
  .array(
    fc.record({
      atMicros: second.map((seconds) => seconds * 1_000_000n),
      rate,
      fixedOctas: fc.option(fc.bigInt(0n, 1000n)),
      announced: fc.option(fc.record({ rate, fromSeconds: second })),
    }),
    { maxLength: 4 },
  )
  .map((rows) =>
    rows
      .toSorted((one, other) => Number(one.atMicros - other.atMicros))
      .map((row, eventIndex) => ({ ...row, marketplace: 'opal', version: row.atMicros, eventIndex })),
  )

it('says by period what each order pays, whatever its price, its moment and the changes', () => {
  const moment = fc.bigInt(0n, 10_000_000n)
  fc.assert(
    fc.property(
      fc.option(changes),
      moment,
      moment,
      fc.boolean(),
      fc.bigInt(1n, 10_000n),
      (all, now, placed, guarded, price) => {
        const contracts = {
          commission: bps(150),
          hasGuardedCalls: guarded,
          ...(all !== null && { commissionHistory: { changes: all, nowMicros: now } }),
        } as MarketplaceContracts
        const period = commissionPeriods(contracts).findLast(({ fromMicros }) => fromMicros <= placed)
        const taken = (period?.charges ?? []).map((charge) => charge.fixedOctas ?? applyRate(price, charge.rate))
        const one = commissionOf(contracts, { priceOctas: price, placedAtMicros: placed })
        expect(taken.toSorted((a, b) => Number(a - b))[0]).toBe(applyRate(price, one))
      },
    ),
    { seed: testSeed },
  )
})
