// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem } from '../../../testing/testing-item.ts'
import { ownWallets } from './own-wallets.ts'
import WalletsPanel from './wallets-panel.tsx'

const OTHER = `0x${'b2'.repeat(32)}`
const item = (digit: string, estimatedPrice: string) =>
  testingItem(`0x${digit.repeat(64)}`, { name: `Stone #${digit}`, estimatedPrice })

afterEach(() => {
  cleanup()
  localStorage.clear()
  ownWallets.set([])
})

// @feature portfolio.wallets-merged
it('shows the items of all wallets in one list by value, each with its wallet', async () => {
  localStorage.setItem('opal.wallets', JSON.stringify([ME, OTHER]))
  const page =
    (...data: object[]) =>
    () => ({ data, nextCursor: null, total: data.length })
  renderSite(<WalletsPanel shown={ME} />, {
    [`/data/user/tokens/${ME}`]: page(item('1', '300000000'), item('2', '100000000')),
    [`/data/user/tokens/${OTHER}`]: page(item('3', '200000000')),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'All items' }))
  const table = await screen.findByRole('table', { name: 'Items of my wallets' }, { timeout: 15_000 })
  await within(table).findByTitle('Stone #1', {}, { timeout: 15_000 })
  const names = within(table).getAllByTitle(/^Stone/)
  expect(names.map(({ title }) => title)).toEqual(['Stone #1', 'Stone #3', 'Stone #2'])
  const links = within(table)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(links.filter((href) => href === `/${OTHER}`)).toHaveLength(1)
})
