// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiFailure } from '../../../testing/render-site.tsx'
import {
  amount,
  connect,
  ITEMS,
  idOf,
  openExit,
  openWindow,
  PLAN,
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
  it('has totals against floor and cost, and each item with its sale, its listing and its choice', async () => {
    openExit()
    await row('Stone #1')
    expect([amount('Exit value'), amount('Floor value'), amount('Planned listings')]).toEqual([
      '6 APT',
      '9.3 APT',
      '3.09 APT',
    ])
    screen.getByText('after fees, 3 of 4 items')
    screen.getByText('before fees, 3 of 4 items, -35.48% on exit')
    expect(amount('P&L on exit')).toBe('-0.5 APT')
    const checked = async (name: string) =>
      within(await row(name))
        .getAllByRole<HTMLInputElement>('radio')
        .map(({ value, checked: isChecked }) => (isChecked ? `(${value})` : value))
    expect(await checked('Stone #1')).toEqual(['(sell)', 'list', 'hold'])
    expect(await checked('Stone #3')).toEqual(['sell', '(list)', 'hold'])
    expect(await checked('Stone #4')).toEqual(['(hold)'])
    within(await row('Stone #4')).getByText('Frozen')
    // The head of the portfolio has what is listed: this is what would be.
    screen.getByText('Planned sales')
    screen.getByRole('columnheader', { name: /^If listed/ })
    within(await row('Stone #1')).getByTitle('+3% vs selling now')
    expect((await row('Stone #1')).textContent).toContain('+3% vs selling now')
    // Another wallet's is only looked at.
    expect(screen.queryByRole('button', { name: /^Sell/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  // @feature exit.tab
  it.each([
    ['a phone', 390, 'combobox'],
    ['a tablet', 768, 'combobox'],
    ['a wide window', 1440, 'group'],
  ])(
    'gives the room of %s to names and amounts, and is a stop of the keyboard only where it scrolls',
    async (_, width, choices) => {
      openWindow(width)
      openExit()
      within(await row('Stone #1')).getByTitle('3 APT')
      within(await row('Stone #1')).getByRole(choices, { name: 'Choice for Stone #1' })
      const isPhone = width < 768
      expect(within(await row('Stone #1')).queryAllByRole('img', { name: /^on / })).toHaveLength(isPhone ? 0 : 1)
      expect(screen.getByLabelText('Exit', { selector: 'dl' }).tabIndex).toBe(isPhone ? 0 : -1)
    },
  )

  // @feature exit.tab
  it('says in the two columns of a phone what a sale gains and what a listing brings', async () => {
    openExit()
    const words = async (name: string) => {
      const copy = (await row(name)).cloneNode(true) as HTMLElement
      // Each amount is there a second time, for the eyes.
      for (const shown of copy.querySelectorAll('[aria-hidden]')) shown.remove()
      return [...copy.querySelectorAll('td')].slice(0, 2).map(({ textContent }) => textContent)
    }
    expect(await words('Stone #1')).toEqual([
      'Stone #1If listed 3.09 APT +3% vs selling now · Items',
      expect.stringMatching(/3 APTP&L -1 APT$/),
    ])
    expect(await words('Stone #2')).toEqual(['Stone #2Items', expect.stringMatching(/2 APTP&L \+0\.5 APT$/)])
    expect(await words('Stone #4')).toEqual(['Stone #4Items', 'Frozen'])
  })

  // @feature exit.tab
  it('has what decides the plan above its totals, and names that take two lines of a phone', async () => {
    connect()
    addOwnWallet(SECOND)
    openExit()
    await row('Stone #1')
    const totals = screen.getByLabelText('Exit', { selector: 'dl' })
    for (const name of ['Minimum price', 'Wallets']) {
      const place = screen.getByRole('combobox', { name }).compareDocumentPosition(totals)
      expect(place & Node.DOCUMENT_POSITION_FOLLOWING, name).toBeTruthy()
    }
    const wraps = (name: string) => screen.getByTitle(name).closest('[data-wraps]')?.getAttribute('data-wraps')
    // With what its listing would bring below it, and without.
    expect([wraps('Stone #1'), wraps('Stone #2')]).toEqual(['all', 'name'])
  })

  // @feature exit.tab
  it('has no profit or loss of an item that is not sold, known cost or not', async () => {
    const held = { ...testingExitItem(idOf('1'), null, { costPrice: '100000000' }), name: 'Stone #1' }
    const sold = { ...testingExitItem(idOf('2'), '300000000', { costPrice: null }), name: 'Stone #2' }
    const free = { ...testingExitItem(idOf('3'), null, { costPrice: null }), name: 'Stone #3' }
    openExit(() => ({ data: [held, sold, free], total: 3, proceeds: PROCEEDS }))
    const gain = async (name: string) => {
      const cells = [...(await row(name)).querySelectorAll('td')].map(({ textContent }) => textContent)
      return cells[screen.getAllByRole('columnheader').findIndex((header) => header.textContent?.startsWith('P&L'))]
    }
    expect([await gain('Stone #1'), await gain('Stone #2'), await gain('Stone #3')]).toEqual(['-', 'unknown', '-'])
  })

  // @feature exit.tab
  it('says where it plans only the most valuable items, where there are none, and where it cannot be loaded', async () => {
    openExit(() => ({ data: ITEMS, total: 1_234, proceeds: PROCEEDS }))
    await screen.findByText('The 4 most valuable of 1,234 items.')
    cleanup()
    openExit(() => ({ data: [], total: 0, proceeds: [] }))
    await screen.findByText('No items')
    cleanup()
    let isDown = true
    openExit(() => {
      if (isDown) throw new ApiFailure(500, 'Internal error')
      return PLAN
    })
    await screen.findByText('Couldn’t load the exit plan')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await row('Stone #1')
  })
})
