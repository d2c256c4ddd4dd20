import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bidOf } from '../testing/testing-bid.ts'
import { sumWallets } from '../wallets/wallets-panel.tsx'
import { distanceFromFloor, expiryLabel, fundingLabel, isExpired, sumOfBids } from './bid-labels.ts'

// @feature portfolio.bids
it('marks a bid as expired after its time, by the clock of the browser too', () => {
  const bid = { expirationTime: '1000', executable: 'True' } as const
  expect([isExpired(bid, 999_000), isExpired(bid, 1_000_001), isExpired(bid, null)]).toEqual([false, true, false])
  expect(isExpired({ expirationTime: null, executable: 'Expired' }, null)).toBe(true)
})

// @feature portfolio.bids
it('shows the remaining time of a bid in one unit', () => {
  const at = (expirationTime: string | null, executable: 'True' | 'Expired' = 'True') =>
    expiryLabel({ expirationTime, executable }, 0)
  expect([at(null), at('120'), at('7200'), at('864000'), at('5', 'Expired')]).toEqual([
    'No expiry',
    'in 2m',
    'in 2h',
    'in 10d',
    'Expired',
  ])
})

it('shows the distance of a bid from the floor in percent', () => {
  const distance = (bidPrice: string, floorPrice: string | null) => distanceFromFloor({ bidPrice }, floorPrice)
  expect([
    distance('50', '100'),
    distance('100', '100'),
    distance('150', '100'),
    distance('1', null),
    distance('1', '0'),
    distance('600', '784'),
    distance('2730', '2580'),
    distance('9999', '10000'),
    distance('123456', '100'),
  ]).toEqual([
    '50% below',
    'at floor',
    '50% above',
    '-',
    '-',
    '23.47% below',
    '5.81% above',
    '0.01% below',
    '123,356% above',
  ])
})

// @feature portfolio.wallets
it('sums several wallets to the octa', () => {
  const pnl = {
    costPrice: '9007199254740993',
    estimatedPrice: '4',
    knownCostEstimate: '1',
    realizedPNL: '-5',
    unrealizedPNL: '7',
    totalCount: '18446744073709551615',
    listedCount: 2,
    unknownCostCount: '3',
    soldCount: '5',
    soldUnknownCount: '6',
  }
  expect(sumWallets([pnl, pnl])).toMatchObject({
    costPrice: '18014398509481986',
    realizedPNL: '-10',
    totalCount: '36893488147419103230',
    listedCount: 4,
    soldUnknownCount: '12',
  })
  expect(sumWallets([])).toMatchObject({ costPrice: '0', totalCount: '0' })
})

const aBid = fc
  .record({ price: fc.bigInt(1n, 9n), total: fc.nat({ max: 3 }), covers: fc.nat({ max: 3 }), kind: fc.nat({ max: 2 }) })
  .map(({ price, total, covers, kind }) => {
    const [size, isPooled] = [total + 1, kind > 0]
    const fillable = isPooled ? Math.min(covers, size) : size
    const numbers = { bidPrice: String(price), total: String(size), fillable: String(fillable) }
    return { bid: bidOf({ ...numbers, isPooled, expired: kind === 2 }), size, fillable, kind }
  })

// @feature bid.pool-covered
it('counts as funded what bids lock, and of the pool no more than it holds', () => {
  fc.assert(
    fc.property(fc.array(aBid, { maxLength: 5 }), fc.option(fc.bigInt(0n, 60n)), (drawn, pool) => {
      const { total, funded } = sumOfBids(
        drawn.map(({ bid }) => bid),
        pool,
        0,
      )
      let [all, locked, covered] = [0n, 0n, 0n]
      for (const { bid, size, fillable, kind } of drawn) {
        all += BigInt(bid.bidPrice) * BigInt(size)
        if (kind === 0) locked += BigInt(bid.bidPrice) * BigInt(size)
        if (kind === 1) covered += BigInt(bid.bidPrice) * BigInt(fillable)
      }
      if (pool !== null && covered > pool) covered = pool
      expect([total, funded]).toEqual([all, drawn.some(({ kind }) => kind === 1) ? locked + covered : null])
    }),
  )
})

// @feature bid.pool-covered
it('says for how many items an open bid of a pool is funded, where that is not all', () => {
  fc.assert(
    fc.property(aBid, ({ bid, size, fillable, kind }) => {
      const words = fillable === 0 ? 'Not funded' : `${fillable} of ${size} funded`
      expect(fundingLabel(bid, 0)).toBe(kind === 1 && fillable < size ? words : null)
    }),
  )
})
