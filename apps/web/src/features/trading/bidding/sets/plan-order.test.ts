import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEFT_FOR_GAS_OCTAS, MAX_BID_TOKENS } from '../bid-rules.ts'
import { fundedBids, orderShortage, planOrder } from './plan-order.ts'

// @feature order.plan
it('divides any budget among the cheapest items for sale, at the price or less, and bids for all that the rest pays', () => {
  const amount = fc.bigInt(1n, 500n)
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 50 }), amount, fc.bigInt(0n, 20_000n), (listed, price, budget) => {
      const prices = listed.toSorted((a, b) => Number(a - b))
      const { buys, costOctas, bids } = planOrder(prices, price, budget)
      expect(costOctas).toBe(prices.slice(0, buys).reduce((sum, one) => sum + one, 0n))
      expect(prices.slice(0, buys).every((one) => one <= price)).toBe(true)
      expect(buys).toBeLessThanOrEqual(MAX_TRADE_ITEMS)
      expect(costOctas + price * BigInt(bids)).toBeLessThanOrEqual(budget)
      const next = prices[buys]
      const isFull = buys === MAX_TRADE_ITEMS || next === undefined || next > price || costOctas + next > budget
      expect(isFull).toBe(true)
      // The bid's own dialog refuses one that is no lower than what is for sale.
      if (next !== undefined && next <= price) expect(bids).toBe(0)
      else expect(bids === MAX_BID_TOKENS || costOctas + price * BigInt(bids + 1) > budget).toBe(true)
    }),
    // More for sale at the price than one purchase takes.
    { numRuns: runs(300), examples: [[Array.from({ length: MAX_TRADE_ITEMS + 1 }, () => 1n), 1n, 100n]] },
  )
})

/** Octas of a wallet that can go into the pool, and what the pool has. */
const leftOf = (wallet: bigint, cost: bigint, pool: bigint) => {
  const spare = wallet - cost - LEFT_FOR_GAS_OCTAS
  return (spare > 0n ? spare : 0n) + pool
}

// @feature order.balance
it('is short exactly where the wallet cannot pay the purchase, or all that is left besides gas not one item of the bid', () => {
  const amount = fc.bigInt(0n, 10n * LEFT_FOR_GAS_OCTAS)
  const plan = fc.record({ buys: fc.nat(5), costOctas: amount, bids: fc.nat(3) })
  fc.assert(
    fc.property(plan, amount, fc.option(amount), fc.option(amount), (plan, price, wallet, pool) => {
      const isPurchaseShort = wallet !== null && wallet < plan.costOctas
      const isBidShort =
        wallet !== null && pool !== null && plan.bids > 0 && leftOf(wallet, plan.costOctas, pool) < price
      expect(orderShortage(plan, price, { wallet, pool }) !== null).toBe(isPurchaseShort || isBidShort)
    }),
  )
})

// @feature order.balance
it('counts the items of the bid that wallet and pool pay for, never more than it has', () => {
  const amount = fc.bigInt(0n, 10n * LEFT_FOR_GAS_OCTAS)
  const plan = fc.record({ buys: fc.nat(5), costOctas: amount, bids: fc.nat(9) })
  fc.assert(
    fc.property(plan, fc.bigInt(1n, 3n * LEFT_FOR_GAS_OCTAS), amount, amount, (plan, price, wallet, pool) => {
      const left = leftOf(wallet, plan.costOctas, pool)
      const funded = fundedBids(plan, price, { wallet, pool })
      expect(BigInt(funded) * price <= left || funded === 0).toBe(true)
      expect(funded === plan.bids || BigInt(funded + 1) * price > left).toBe(true)
      expect(funded).toBeLessThanOrEqual(plan.bids)
      // What is unknown holds nothing back.
      expect(fundedBids(plan, price, { wallet: null, pool })).toBe(plan.bids)
      expect(fundedBids(plan, price, { wallet, pool: null })).toBe(plan.bids)
    }),
  )
})
