import type { Lot } from '@opal/contract/portfolio/pnl'
import { runs } from '@opal/domain/testing/effort/config'
import { act, cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { transactionUrl } from '../../../app/paths.ts'
import { ownCosts, setOwnCost } from '../../../entities/token/own-costs.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { TESTING_CONFIG } from '../../../testing/testing-config.ts'
import { ME } from '../../../testing/testing-item.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import LotsTab from './lots-tab.tsx'

// @vitest-environment happy-dom
const ID = `0x${'c'.repeat(64)}`
const DISCONNECTED = walletSession.get()
const MOMENT = { by: 'listing', version: '1', atMicros: '1', transactionHash: null }

function lotOf(tokenName: string, change: Partial<Lot>): Lot {
  return {
    id: tokenName,
    tokenDataId: ID,
    tokenName,
    tokenImage: null,
    propertyVersion: '0',
    collectionId: ID,
    collectionName: 'Stones',
    amount: '1',
    acquired: MOMENT,
    cost: '100000000',
    released: null,
    proceeds: null,
    estimate: null,
    gain: null,
    ...change,
  }
}

afterEach(() => {
  cleanup()
  localStorage.clear()
  ownCosts.set([])
  walletSession.set(DISCONNECTED)
  vi.unstubAllGlobals()
})

// @feature pnl.lots
it('names what brought and what took each lot, with the transactions, its cost, and what it is or was worth', async () => {
  const came = {
    listing: 'Bought',
    'token-offer': 'Bid filled',
    'collection-offer': 'Bid filled',
    mint: 'Minted',
    transfer: 'Received',
  }
  const went = {
    listing: 'Sold',
    'token-offer': 'Bid accepted',
    'collection-offer': 'Bid accepted',
    transfer: 'Sent',
    burn: 'Burned',
  }
  const hash = fc.option(fc.constantFrom('0xaa', '0xbb'))
  const moment = (kinds: object) => {
    const by = fc.constantFrom(...Object.keys(kinds), 'unknown')
    return fc.record({ by, version: fc.nat().map(String), atMicros: fc.constant('1'), transactionHash: hash })
  }
  const apt = fc.option(fc.integer({ min: 1, max: 99 }))
  const octas = (amount: number | null) => (amount === null ? null : `${amount}00000000`)
  const money = fc.record({ cost: apt, estimate: apt, proceeds: apt })
  await fc.assert(
    fc.asyncProperty(moment(came), fc.option(moment(went)), money, async (acquired, released, amounts) => {
      const cost = octas(amounts.cost)
      const worth = released === null ? amounts.estimate : amounts.proceeds
      const gain = amounts.cost === null || worth === null ? null : worth - amounts.cost
      const sums = released === null ? { estimate: octas(worth) } : { proceeds: octas(worth) }
      const lot = lotOf('Stone #1', {
        acquired,
        released,
        cost,
        ...sums,
        gain: gain === null ? null : `${gain}00000000`,
      })
      renderSite(<LotsTab wallet={ME} view={DEFAULT_PORTFOLIO_VIEW} onViewChange={() => {}} />, {
        [`/data/user/lots/${ME}`]: () => ({ data: [lot], nextCursor: null }),
      })
      const row = (await screen.findByTitle('Stone #1')).closest('tr') as HTMLElement
      const linkOf = (one: Lot['acquired'] | null) =>
        one === null || one.transactionHash === null ? [] : [transactionUrl(TESTING_CONFIG, one.transactionHash)]
      const links = [...row.querySelectorAll('a[title^="Transaction at version"]')]
      expect(links.map((link) => link.getAttribute('href'))).toEqual([...linkOf(acquired), ...linkOf(released)])
      const cells = [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent)
      const shown = cells.slice(1, 6)
      expect(shown[0]).toContain((came as Record<string, string>)[acquired.by] ?? 'Unknown')
      expect(shown[1]).toContain(amounts.cost === null ? 'unknown' : `${amounts.cost} APT`)
      expect(shown[2]).toContain(
        released === null ? 'Held' : ((went as Record<string, string>)[released.by] ?? 'Unknown'),
      )
      expect(shown[3]).toContain(worth === null ? '-' : `${worth} APT`)
      const isGift = worth === null && (released?.by === 'transfer' || released?.by === 'burn')
      const sign = gain !== null && gain > 0 ? '+' : ''
      expect(shown[4]).toContain(isGift ? '-' : gain === null ? 'unknown' : `${sign}${gain} APT`)
      cleanup()
    }),
    { numRuns: runs(12) },
  )
})

// @feature portfolio.fees-said
it('says which figures are before fees: those of what is held', async () => {
  const data = [
    lotOf('Stone #1', { estimate: '150000000', gain: '50000000' }),
    lotOf('Stone #2', { cost: null, estimate: '150000000' }),
    lotOf('Stone #3', { released: MOMENT, proceeds: '140000000', gain: '40000000' }),
  ]
  renderSite(<LotsTab wallet={ME} view={DEFAULT_PORTFOLIO_VIEW} onViewChange={() => {}} />, {
    [`/data/user/lots/${ME}`]: () => ({ data, nextCursor: null }),
  })
  const notesOf = async (name: string) => {
    const row = (await screen.findByTitle(name)).closest('tr')
    return row?.textContent?.match(/before fees/g)?.length ?? 0
  }
  expect(await notesOf('Stone #1')).toBe(2)
  expect(await notesOf('Stone #2')).toBe(1)
  expect(await notesOf('Stone #3')).toBe(0)
})

// @feature portfolio.own-cost
it('shows a lot no longer under unknown cost once its owner has set the cost, but still under any cost', async () => {
  walletSession.set({ ...walletSession.get(), address: ME, status: 'connected' })
  const data = ['d', 'e'].map((digit, at) =>
    lotOf(`Stone #${at + 1}`, { cost: null, estimate: '150000000', tokenDataId: `0x${digit.repeat(64)}` }),
  )
  const page = (cost: 'any' | 'unknown') =>
    renderSite(<LotsTab wallet={ME} view={{ ...DEFAULT_PORTFOLIO_VIEW, cost }} onViewChange={() => {}} />, {
      [`/data/user/lots/${ME}`]: () => ({ data, nextCursor: null }),
    })
  const { unmount } = page('unknown')
  await screen.findByTitle('Stone #1')
  act(() => setOwnCost(ME, data[0]?.tokenDataId ?? '', 100_000_000n))
  expect([screen.queryByTitle('Stone #1'), screen.queryByTitle('Stone #2')?.title]).toEqual([null, 'Stone #2'])
  act(() => setOwnCost(ME, data[1]?.tokenDataId ?? '', 1n))
  screen.getByText('No lots')
  unmount()
  page('any')
  await screen.findByTitle('Stone #1')
  screen.getByTitle('Stone #2')
})

// @feature portfolio.empty
it.each([
  ['all', 'What this wallet buys, mints and sells appears here.'],
  ['sold', 'No lots match these filters.'],
] as const)('says why there are no lots, and shows all again, of %s', async (lots, reason) => {
  const onViewChange = vi.fn()
  renderSite(<LotsTab wallet={ME} view={{ ...DEFAULT_PORTFOLIO_VIEW, lots }} onViewChange={onViewChange} />, {
    [`/data/user/lots/${ME}`]: () => ({ data: [], nextCursor: null }),
  })
  await screen.findByText(reason, {}, { timeout: 15_000 })
  const clear = screen.queryByRole('button', { name: 'Clear all filters' })
  expect(clear !== null).toBe(lots !== 'all')
  clear?.click()
  if (clear !== null) expect(onViewChange).toHaveBeenCalledWith(DEFAULT_PORTFOLIO_VIEW)
})

// @feature portfolio.own-cost
it('lets the owner set what a held lot of unknown cost did cost, and counts it in its P&L', async () => {
  walletSession.set({ ...walletSession.get(), address: ME, status: 'connected' })
  const [alone, twice] = [`0x${'d'.repeat(64)}`, `0x${'e'.repeat(64)}`]
  const unknown = { cost: null, estimate: '150000000' }
  const data = [
    lotOf('Stone #1', { ...unknown, tokenDataId: alone }),
    lotOf('Stone #2', { ...unknown, tokenDataId: twice }),
    lotOf('Stone #3', { ...unknown, tokenDataId: twice }),
    lotOf('Stone #4', { cost: null, released: MOMENT, proceeds: '140000000' }),
  ]
  const page = (wallet: string) =>
    renderSite(<LotsTab wallet={wallet} view={DEFAULT_PORTFOLIO_VIEW} onViewChange={() => {}} />, {
      [`/data/user/lots/${wallet}`]: () => ({ data, nextCursor: null }),
    })
  const { unmount } = page(ME)
  const row = (await screen.findByTitle('Stone #1')).closest('tr')
  // In the column of costs, and for phones, which have none, in that of the gain.
  const setters = screen.getAllByRole('button', { name: /^Set cost of / })
  expect(setters.map(({ textContent }) => textContent)).toEqual(Array(2).fill('Set cost of Stone #1'))
  expect(setters.map((button) => button.closest('td')?.dataset.priority)).toEqual(['2', '1'])
  const [, onPhone] = setters
  expect(onPhone?.closest('[data-settable]')?.textContent).toBe('unknownSet cost of Stone #1')
  act(() => setOwnCost(ME, alone, 100_000_000n))
  expect(row?.textContent).toContain('own')
  expect(row?.textContent).toContain('+0.5')
  expect(row?.querySelector('[data-settable]')).toBeNull()
  unmount()
  page(ID)
  await screen.findByTitle('Stone #1')
  expect(screen.queryByRole('button', { name: /cost of / })).toBeNull()
})
