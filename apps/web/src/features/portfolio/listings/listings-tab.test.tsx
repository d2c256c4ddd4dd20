import type { LiveMessage } from '@opal/contract/live'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ownCosts, setOwnCost } from '../../../entities/token/own-costs.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import {
  changed,
  floorsOf,
  floorWith,
  idOf,
  listed,
  marks,
  openListings,
  resetListingsTab,
} from '../testing/listings-tab-driver.tsx'

// @vitest-environment happy-dom
afterEach(resetListingsTab)

// @feature portfolio.listing-vs-floor
it.each([
  ['undercut', floorsOf, ['Undercut', '+25%']],
  ['above a floor that was there before', () => ({ data: [floorWith({ floorVersion: '1' })] }), ['+25% vs floor']],
  ['far above a floor', () => ({ data: [floorWith({ floorPrice: '1000000' })] }), ['Undercut', '+9,900%']],
  ['above a floor of its own', () => ({ data: [floorWith({ ownFloor: '80000000' })] }), ['+25%']],
  ['the floor', () => ({ data: [floorWith({ floorPrice: '100000000' })] }), ['Floor']],
  ['without a floor', () => ({ data: [floorWith({ floorPrice: null })] }), []],
])(
  'waits for the floors, and marks what is %s in the column and below the price of phones',
  async (_, floors, texts) => {
    const answer = Promise.withResolvers<unknown>()
    openListings(
      () => [listed(1)],
      (ids) => answer.promise.then(() => floors(ids)),
    )
    const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
    // A dash would say that there is no floor.
    expect(row.querySelectorAll('td[data-priority="2"] [data-placeholder]')).toHaveLength(1)
    expect(marks('-', row).wide).toBe(0)
    answer.resolve(undefined)
    await waitFor(() => expect(row.querySelector('td[data-priority="2"] [data-placeholder]')).toBeNull())
    for (const text of texts) expect(marks(text, row), text).toEqual({ wide: 1, phone: 1 })
    for (const text of ['Undercut', '+25%', '+9,900%', 'Floor'].filter(
      (each) => !texts.some((text) => text.includes(each)),
    )) {
      expect(marks(text, row), text).toEqual({ wide: 0, phone: 0 })
    }
  },
)

// @feature portfolio.listing-vs-floor
it('says of floors that cannot be read that they are not known', async () => {
  openListings(
    () => [listed(1)],
    () => {
      throw new ApiFailure(503, 'away')
    },
  )
  const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
  await waitFor(() => expect(row.querySelector('td[data-priority="2"] [data-placeholder]')).toBeNull())
  expect(marks('-', row).wide).toBe(1)
})

// @feature portfolio.listing-vs-floor
it('keeps the distances to the floors while those of further collections are fetched', async () => {
  let items = [listed(1)]
  const slow = Promise.withResolvers<unknown>()
  const queries = openListings(
    () => items,
    (ids) => (ids.length === 1 ? floorsOf(ids) : slow.promise),
  )
  await waitFor(() => expect(marks('+25%')).toEqual({ wide: 1, phone: 1 }))
  expect(marks('Undercut')).toEqual({ wide: 1, phone: 1 })
  items = [listed(1), listed(2)]
  await act(() => queries.invalidateQueries({ queryKey: [PORTFOLIO_KEY, ME, 'items'] }))
  const row = (await screen.findByTitle('Stone #2')).closest('tr') ?? document.body
  expect([marks('+25%').wide, marks('+25%', row).wide]).toEqual([1, 0])
  slow.resolve(floorsOf(items.map(({ collectionId }) => collectionId)))
  await waitFor(() => expect(marks('+25%', row).wide).toBe(1))
  expect(marks('+25%').wide).toBe(2)
})

// @feature portfolio.listing-vs-floor
it('does not call undercut what is dearer than the floor where another of the wallet’s own is the floor, loaded or not', async () => {
  openListings(
    () => [listed(1)],
    () => ({ data: [floorWith({ ownFloor: '80000000' })] }),
  )
  await waitFor(() => expect(marks('+25%').wide).toBe(1))
  expect(marks('Undercut')).toEqual({ wide: 0, phone: 0 })
})

// @feature portfolio.listings, portfolio.spam
it.each([{}, { collection: idOf(1001) }, { marketplaces: ['own'] }, { filter: 'unlisted' }, { sort: 'name' }] as const)(
  'asks for all own listings, also of collections that count as spam, and keeps them after a live change: %j',
  async (filters) => {
    const asked: (string | null)[] = []
    openListings(() => [listed(1)], floorsOf, filters, {
      [`/data/user/tokens/${ME}`]: (_body, url) => {
        asked.push(url.searchParams.get('spam'))
        return { data: [listed(1)], nextCursor: null, total: 1 }
      },
    })
    await screen.findByTitle('Stone #1')
    act(() =>
      deliverLive({ kind: 'listings_change', id: '1', collectionId: idOf(1001), version: '1', at: '1' } as LiveMessage),
    )
    await waitFor(() => expect(asked.length).toBeGreaterThan(1))
    expect(new Set(asked)).toEqual(new Set(['include']))
  },
)

// @feature portfolio.listing-order
it('sorts by item, price, distance to the floor and age, on the server', async () => {
  openListings(() => [listed(1)], floorsOf, { sort: 'listed_price', order: 'asc' })
  await screen.findByTitle('Stone #1')
  for (const [name, sort, order] of [
    ['List price', 'listed_price', 'desc'],
    ['Distance to floor', 'floor_distance', 'asc'],
    ['Listed for', 'listed_at', 'asc'],
    ['Item', 'name', 'asc'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name }))
    expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ tab: 'listings', sort, order }))
  }
  expect(screen.getByRole('columnheader', { name: 'List price' }).getAttribute('aria-sort')).toBe('ascending')
})

// @feature portfolio.own-cost
it.each([true, false])(
  'shows the cost that the user has set, as the items do, in one’s own portfolio alone: %s',
  async (isOwn) => {
    const item = listed(1)
    setOwnCost(ME, item.tokenDataId, 250_000_000n)
    if (isOwn) walletSession.set((before) => ({ ...before, status: 'connected', address: ME }))
    openListings(
      () => [
        { ...item, costPrice: null },
        { ...listed(2), costPrice: '300000000' },
      ],
      floorsOf,
    )
    const costOf = async (name: string) => {
      const row = (await screen.findByTitle(name)).closest('tr') ?? document.body
      const at = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === 'Cost')
      return row.querySelectorAll('td')[at]?.textContent
    }
    await waitFor(async () => expect(await costOf('Stone #1')).toMatch(isOwn ? /2\.5.*own$/ : /^unknown$/))
    expect(await costOf('Stone #2')).toMatch(/^33/)
    ownCosts.set([])
    localStorage.clear()
  },
)

// @feature portfolio.filters-seen
it.each([
  [{}, 'This wallet has no listings on any marketplace.'],
  [{ collection: idOf(1) }, 'No listings match these filters.'],
  [{ marketplaces: ['own'] }, 'No listings match these filters.'],
])('says why nothing is shown, and clears the filters: %o', async (filters, reason) => {
  openListings(() => [], floorsOf, filters)
  await screen.findByText(reason)
  const clear = screen.queryByRole('button', { name: 'Clear all filters' })
  expect(clear !== null).toBe(Object.keys(filters).length > 0)
  if (clear === null) return
  fireEvent.click(clear)
  expect(changed).toHaveBeenLastCalledWith({ ...DEFAULT_PORTFOLIO_VIEW, tab: 'listings' })
})
