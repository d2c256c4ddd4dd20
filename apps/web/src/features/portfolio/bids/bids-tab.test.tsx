import { readFileSync } from 'node:fs'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatApt, formatAptExact } from '../../../shared/format/apt.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { WITH_POOLS } from '../../../testing/testing-marketplaces.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { answerBids, connectMe, openReceived, renderBids, resetBidsTab } from '../testing/bids-tab-driver.tsx'
import { bidOf } from '../testing/testing-bid.ts'

// @vitest-environment happy-dom
beforeEach(connectMe)
afterEach(resetBidsTab)

it.each([
  ['made', 'Total of these bids'],
  ['received', 'Best bid after fees'],
] as const)('says no sum of bids %s before they are loaded', async (type, label) => {
  const loaded = Promise.withResolvers<unknown>()
  renderBids(type, {
    [`/data/user/biddings/${ME}`]: () => loaded.promise,
  })
  const sum = await screen.findByText(label, { exact: false })
  expect(sum.textContent).toBe(`${label} `)
  expect(sum.querySelector('[data-placeholder]')).toBeTruthy()
  loaded.resolve({ data: [bidOf({ bidPrice: '300000000', netOctas: '300000000', total: '1' })], nextCursor: null })
  await waitFor(() => expect(screen.getByText(label, { exact: false }).textContent).toContain('3 APT'))
})

// @feature portfolio.bids
it.each([
  ['made', 'date', 'Total of the bids loaded so far'],
  ['received', 'date', 'Best of the bids loaded so far, after fees'],
  // The first row has it.
  ['received', 'net', 'Best bid after fees'],
] as const)('says of bids %s, by %s, what its sum is of while more are not loaded', async (type, bidSort, label) => {
  const rest = Promise.withResolvers<unknown>()
  renderBids(
    type,
    {
      [`/data/user/biddings/${ME}`]: (_: unknown, { searchParams }: URL) =>
        searchParams.has('cursor') ? rest.promise : { data: [bidOf({ total: '1' })], nextCursor: 'more' },
    },
    { view: { bidSort, bids: 'expired' } },
  )
  await screen.findByText(label, { exact: false })
  // An expired bid may be among the others.
  expect(screen.queryByText('No results')).toBeNull()
})

// @feature portfolio.empty, portfolio.filters-seen
it.each([
  ['made', {}, false],
  ['made', { bids: 'expired' }, true],
  ['made', { collection: `0x${'c'.repeat(64)}`, bids: 'active' }, true],
  ['received', {}, false],
  // Received bids have no such filter.
  ['received', { bids: 'expired' }, false],
  ['received', { collection: `0x${'c'.repeat(64)}` }, true],
] as const)('offers to clear what filters the bids %s where none is left: %o', async (type, view, isFiltered) => {
  const onViewChange = vi.fn()
  renderBids(type, answerBids([]), { view, onViewChange })
  await screen.findByText(isFiltered ? 'No results' : 'No bids')
  const clear = screen.queryByRole('button', { name: 'Clear all filters' })
  expect(clear !== null).toBe(isFiltered)
  if (clear === null) return
  fireEvent.click(clear)
  expect(onViewChange).toHaveBeenCalledWith({ ...DEFAULT_PORTFOLIO_VIEW, tab: `bids-${type}` })
})

// @feature portfolio.bids
it('has the placeholder of a sum in the line of its label: the rows below stay where they are', () => {
  const sheet = readFileSync(`${import.meta.dirname}/bids-tab.module.css`, 'utf8')
  expect(sheet).toMatch(/^\.sum > \[data-placeholder\] \{\n {2}display: inline-block;/m)
})

// @feature bid.pool-covered
it('says no total of bids before it is known what of it the pool pays', async () => {
  const loaded = Promise.withResolvers<unknown>()
  const bid = bidOf({ bidPrice: '300000000', total: '1', isPooled: true, fillable: '0' })
  renderBids(
    'made',
    { ...answerBids([bid]), [`/data/user/pool/${ME}`]: () => loaded.promise },
    { marketplaces: WITH_POOLS },
  )
  await screen.findByRole('link', { name: 'Stones' })
  const sum = () => screen.getByText('Total of these bids', { exact: false }).textContent
  expect(sum()).toBe('Total of these bids ')
  loaded.resolve({ balance: '100000000', bids: 1, exposure: '300000000' })
  await waitFor(() => expect(sum()).toMatch(/3 APT.* funded$/))
})

// @feature portfolio.bids, bid.pool
it('leaves the bid pool within reach where the bids cannot be loaded', async () => {
  let isDown = true
  const answers = {
    [`/data/user/pool/${ME}`]: () => ({ balance: '250000000', bids: 1, exposure: '100000000' }),
    [`/data/user/biddings/${ME}`]: () => {
      if (isDown) throw new ApiFailure(503, 'down')
      return { data: [bidOf({ total: '1' })], nextCursor: null }
    },
  }
  renderBids('made', answers, { marketplaces: WITH_POOLS })
  await screen.findByText('Couldn’t load bids')
  await screen.findByRole('button', { name: 'Withdraw' })
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'Stones' })
})

// @feature portfolio.bids
it('looks for expired bids on all pages, however few of the first ones are', async () => {
  const live = Array.from({ length: 50 }, (_, at) => bidOf({ offerId: `0xa${at}` }))
  const expired = bidOf({ offerId: '0xe', expirationTime: '1', expired: true, bidPrice: '300000000' })
  const pages = [live, live.map((bid) => ({ ...bid, offerId: `${bid.offerId}b` })), [expired]]
  renderBids(
    'made',
    {
      [`/data/user/biddings/${ME}`]: (_: unknown, { searchParams }: URL) => {
        const at = Number(searchParams.get('cursor') ?? 0)
        return { data: pages[at], nextCursor: at + 1 < pages.length ? String(at + 1) : null }
      },
    },
    { view: { bids: 'expired' } },
  )
  await waitFor(() => expect(screen.getByText('Total of these bids', { exact: false }).textContent).toContain('3 APT'))
  expect(screen.getAllByRole('link', { name: 'Stones' })).toHaveLength(1)
})

// @feature portfolio.bids
it('says what the best bid brings as its row does, rounded down', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt(10_000n, 10n ** 14n), async (octas) => {
      cleanup()
      openReceived([bidOf({ bidPrice: String(octas * 2n), netOctas: String(octas), total: '1' })], () => [])
      const prices = await screen.findAllByTitle(formatAptExact(octas))
      expect(prices.map((price) => price.firstElementChild?.textContent)).toEqual([
        formatApt(octas, 'down'),
        formatApt(octas, 'down'),
      ])
    }),
    { numRuns: 3, examples: [[7_222_875_000n]] },
  )
})

// @feature portfolio.bids
it.each([
  [['300000000', null], '3 APT'],
  [[null, null], '-'],
])('takes no bid whose fees are not known for the best one after fees: %j', async (nets, text) => {
  const bids = nets.map((netOctas, at) => bidOf({ offerId: `0x${at}`, bidPrice: '900000000', netOctas }))
  openReceived(bids, () => [])
  const sum = await screen.findByText('Best bid after fees', { exact: false })
  await waitFor(() => expect(sum.textContent).toContain(text))
  expect(sum.textContent).not.toContain('9')
})

// @feature bid.pool-covered
it.each([
  ['by its pool in part', [{ isPooled: true, total: '3', fillable: '1' }], '1 of 3 funded', '22.5 APT, 7.5 APT funded'],
  ['by its pool in full', [{ isPooled: true, total: '1' }], null, '7.5 APT'],
  ['by money that it locks', [{ total: '3' }], null, '22.5 APT'],
  [
    'by a pool that two bids share',
    [
      { isPooled: true, total: '2', fillable: '1' },
      { isPooled: true, total: '1', offerId: '0xc' },
    ],
    '1 of 2 funded',
    '22.5 APT, 10 APT funded',
  ],
  [
    'by a pool that two bids share, where our marketplace allows exits only',
    [
      { isPooled: true, total: '2', fillable: '1' },
      { isPooled: true, total: '1', offerId: '0xc' },
    ],
    '1 of 2 funded',
    '22.5 APT, 10 APT funded',
    'cancel-only' as const,
  ],
])('says for how many items a bid is funded, and the total of that: %s', async (...args) => {
  const [, changes, label, total, status = 'active' as const] = args
  const bids = changes.map((change) => bidOf({ bidPrice: '750000000', ...change }))
  renderBids(
    'made',
    {
      ...answerBids(bids),
      [`/data/user/pool/${ME}`]: () => ({ balance: '1000000000', bids: 2, exposure: '2250000000' }),
    },
    { marketplaces: WITH_POOLS.map((one) => ({ ...one, status })) },
  )
  const sum = () => screen.getByText('Total of these bids', { exact: false }).textContent
  // Prices are shown, and read out, each.
  const said = () => sum()?.replaceAll(/([\d.]+)\1 APT/g, '$1 APT')
  await waitFor(() => expect(said()).toBe(`Total of these bids ${total}`))
  expect(screen.queryByText(/^\d of \d funded$/)?.textContent ?? null).toBe(label)
  // What is cut where there is no room is not the kind of the bid.
  if (label !== null) screen.getByText((_text, part) => part?.textContent === `Collection bid · ${label}`)
})

// @feature portfolio.bids
it('orders the bids received by the column that is pressed', async () => {
  const changed = vi.fn()
  renderBids('received', answerBids([bidOf()]), { onViewChange: changed })
  const header = (name: string) => screen.findByRole('columnheader', { name })
  expect((await header('You receive')).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(within(await header('Bid')).getByRole('button'))
  expect(changed).toHaveBeenCalledWith({ ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-received', bidSort: 'price' })
})

// @feature portfolio.bids
it.each([
  ['received', 'net'],
  ['made', 'date'],
] as const)('asks for the bids %s by %s', async (type, sortBy) => {
  const sorts: (string | null)[] = []
  const answers = {
    [`/data/user/biddings/${ME}`]: (_: unknown, url: URL) => {
      sorts.push(url.searchParams.get('sortBy'))
      return { data: [], nextCursor: null }
    },
  }
  renderBids(type, answers)
  await waitFor(() => expect(sorts).toEqual([sortBy]))
})
