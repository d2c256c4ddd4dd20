// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { openOwnCosts, ownCostOf, ownCosts, setOwnCost } from './own-costs.ts'

const [ME, THEY, TOKEN] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`, `0x${'1'.repeat(64)}`]
afterEach(() => {
  localStorage.clear()
  ownCosts.set([])
})

// @feature portfolio.own-cost
it('keeps one cost for a token of a wallet, also after a reload, until it is taken away', () => {
  setOwnCost(ME, TOKEN, 5n)
  setOwnCost(THEY, TOKEN, 9n)
  setOwnCost(ME, TOKEN, 7n)
  ownCosts.set([])
  const stop = openOwnCosts()
  expect([ownCostOf(ownCosts.get(), ME, TOKEN), ownCostOf(ownCosts.get(), THEY, TOKEN)]).toEqual(['7', '9'])
  expect(ownCostOf(ownCosts.get(), null, TOKEN)).toBeNull()
  setOwnCost(ME, TOKEN, null)
  expect(ownCostOf(ownCosts.get(), ME, TOKEN)).toBeNull()
  stop()
})

it('reads what is damaged as nothing', () => {
  localStorage.setItem('opal.costs', '[{"wallet":"me","tokenDataId":"1","octas":"-1"}]')
  openOwnCosts()()
  expect(ownCosts.get()).toEqual([])
})
