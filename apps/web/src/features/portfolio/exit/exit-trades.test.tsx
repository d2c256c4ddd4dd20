// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandRequest } from '../../../app/commands.ts'
import { storeWallet } from '../../../entities/wallet/stored-wallet.ts'
import { ME } from '../../../testing/testing-item.ts'
import {
  connect,
  ITEMS,
  idOf,
  openExit,
  PLAN,
  PROCEEDS,
  resetExitTab,
  row,
  startExitTab,
} from '../testing/exit-tab-driver.tsx'
import { testingExitItem } from '../testing/testing-exit.ts'
import { heldItems } from './held-items.ts'

beforeEach(startExitTab)
afterEach(resetExitTab)

describe('the exit of a wallet', () => {
  // @feature exit.sell
  it('sells for no less than the planned bid and lists what is chosen, by keyboard', async () => {
    connect()
    const priced = ITEMS.map((item) => ({ ...item, sale: item.sale && { ...item.sale, priceOctas: '320000000' } }))
    openExit(() => ({ ...PLAN, data: priced }))
    await row('Stone #1')
    const user = userEvent.setup()
    const [sell] = within(await row('Stone #2')).getAllByRole('radio')
    sell?.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByText('Planned sales').parentElement?.textContent).toContain('1 item')
    await user.click(screen.getByRole('button', { name: 'Sell 1 now' }))
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'accept-bid',
      tokens: [{ name: 'Stone #1', leastPrice: '320000000' }],
    })
    await user.click(screen.getByRole('button', { name: 'List 1' }))
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'list',
      tokens: [{ name: 'Stone #3', startPrice: '309000000' }],
    })
  })

  // @feature exit.sell
  it('trades selected items alone, where some are selected', async () => {
    connect()
    openExit()
    await row('Stone #1')
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'Select Stone #2' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Stone #3' }))
    const bar = screen.getByRole('toolbar', { name: 'Selected items' })
    within(bar).getByTitle('2 APT')
    expect(
      within(bar)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Sell 1 now', 'List 1', ''])
    await user.click(within(bar).getByRole('button', { name: 'Sell 1 now' }))
    expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: 'Stone #2' }] })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('toolbar', { name: 'Selected items' })).toBeNull()
  })

  // @feature exit.sell
  it('takes a press while the wallet of the last visit is connecting', async () => {
    storeWallet({ name: 'Dev', address: ME, publicKey: '0x1' })
    openExit()
    await row('Stone #1')
    await userEvent.click(screen.getByRole('button', { name: 'Sell 2 now' }))
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'accept-bid' })
  })

  // @feature exit.sell, exit.choice
  it('trades nothing of a plan while the one of another minimum price is on its way', async () => {
    connect()
    const later = Promise.withResolvers<unknown>()
    openExit(({ leastOfCost }) => (leastOfCost === 0 ? PLAN : later.promise))
    await row('Stone #1')
    const sell = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })
    expect(sell('Sell 2 now')?.disabled).toBe(false)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minimum price' }), 'Hold below cost')
    expect(sell('Sell 2 now')?.disabled).toBe(true)
    expect(screen.getByText('Updating the plan…').getAttribute('role')).toBe('status')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Stone #1' }))
    expect(sell('Sell 1 now')).toBeNull()
    const held = { ...testingExitItem(idOf('1'), null), name: 'Stone #1', holdReason: 'below-cost' as const }
    later.resolve({ data: [held, ...ITEMS.slice(1)], total: 4, proceeds: PROCEEDS.slice(1) })
    await screen.findByText('Below limit')
    await userEvent.keyboard('{Escape}')
    expect(sell('Sell 1 now')?.disabled).toBe(false)
    expect(screen.queryByText('Updating the plan…')).toBeNull()
  })

  // @feature exit.hold
  it('still holds after a reload what the user held, until it is chosen otherwise', async () => {
    connect()
    const choose = async (choice: string) =>
      userEvent.click(within(await row('Stone #1')).getByRole('radio', { name: choice }))
    const chosen = async (name: string) =>
      within(await row(name))
        .getAllByRole<HTMLInputElement>('radio')
        .find(({ checked }) => checked)?.value
    const reload = () => {
      cleanup()
      heldItems.set([])
      openExit()
    }
    openExit()
    await choose('Hold')
    reload()
    expect([await chosen('Stone #1'), await chosen('Stone #2')]).toEqual(['hold', 'sell'])
    await userEvent.click(screen.getByRole('button', { name: 'Sell 1 now' }))
    expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: 'Stone #2' }] })
    await choose('List')
    expect(await chosen('Stone #1')).toBe('list')
    // What is proposed again: a sale or listing is chosen at the prices of the day.
    reload()
    expect(await chosen('Stone #1')).toBe('sell')
  })
})
