// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandRequest } from '../../../app/commands.ts'
import { setOwnCost } from '../../../entities/token/own-costs.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import {
  amount,
  connect,
  ITEMS,
  idOf,
  openExit,
  PLAN,
  type PlanBody,
  PROCEEDS,
  resetExitTab,
  row,
  SECOND,
  startExitTab,
} from '../testing/exit-tab-driver.tsx'
import { testingExitItem } from '../testing/testing-exit.ts'
import { addOwnWallet } from '../wallets/own-wallets.ts'

beforeEach(startExitTab)
afterEach(resetExitTab)

describe('the exit of a wallet', () => {
  // @feature exit.tab
  it('plans again for another least part of the cost', async () => {
    const asked: (number | undefined)[] = []
    openExit(({ leastOfCost }) => {
      asked.push(leastOfCost)
      return PLAN
    })
    await row('Stone #1')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minimum price' }), 'Hold below 80% of cost')
    await expect.poll(() => asked).toEqual([0, 80])
  })

  // @feature exit.tab
  it('can be planned otherwise where one plan cannot be loaded', async () => {
    openExit(({ leastOfCost }) => {
      if (leastOfCost === 80) throw new ApiFailure(500, 'Internal error')
      return PLAN
    })
    await row('Stone #1')
    const choose = (name: string) =>
      userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minimum price' }), name)
    await choose('Hold below 80% of cost')
    await screen.findByText('Couldn’t load the exit plan')
    await choose('Hold below cost')
    await row('Stone #1')
  })

  // @feature exit.choice, portfolio.own-cost
  it('plans with the costs that the user has set, where these decide what is held', async () => {
    connect()
    setOwnCost(ME, idOf('3'), 150_000_000n)
    setOwnCost(SECOND, idOf('2'), 1n)
    const asked: PlanBody['costs'][] = []
    openExit(({ costs }) => {
      asked.push(costs)
      return PLAN
    })
    // 5.5 APT of the items with a cost on chain and this one's 1.5.
    await row('Stone #1')
    expect(amount('P&L on exit')).toBe('-1 APT')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minimum price' }), 'Hold below cost')
    const own = [{ walletAddress: ME, tokenDataId: idOf('3'), octas: '150000000' }]
    await expect.poll(() => asked).toEqual([[], own])
  })

  // @feature exit.wallets
  it('plans all of one’s wallets together, of which the connected account’s items alone are traded', async () => {
    connect()
    addOwnWallet(SECOND)
    const asked: PlanBody['wallets'][] = []
    const theirs = testingExitItem(idOf('5'), '700000000', { name: 'Stone #5', walletAddress: SECOND })
    openExit(({ wallets }) => {
      asked.push(wallets)
      return { data: wallets.length > 1 ? [theirs, ...ITEMS] : ITEMS, total: 5, proceeds: PROCEEDS }
    })
    await row('Stone #1')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Wallets' }), 'My 2 wallets')
    within(await row('Stone #5')).getByRole('button', { name: /^Switch account: .* holds Stone #5$/ })
    expect(asked).toEqual([[ME], [ME, SECOND]])
    expect(amount('Exit value')).toBe('13 APT')
    expect(screen.queryByRole('checkbox', { name: 'Select Stone #5' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Sell 2 now' }))
    expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: 'Stone #1' }, { name: 'Stone #2' }] })
  })
})
