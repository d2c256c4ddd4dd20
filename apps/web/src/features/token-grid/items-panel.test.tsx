import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import * as fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Mounted } from '../../shared/components/mounted.tsx'
import { hydrateSite, renderSite } from '../../testing/render-site.tsx'
import { testingItem } from '../../testing/testing-item.ts'
import { WITH_POOLS } from '../../testing/testing-marketplaces.ts'
import { ItemsPanel } from './items-panel.tsx'
import { DEFAULT_ITEMS_VIEW } from './items-view.ts'
import type { LiveItems } from './live/use-live-items.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const NOTHING = {
  items: [],
  highlighted: new Set<string>(),
  gone: new Set<string>(),
  frame: { current: null },
  showPending: () => {},
} as unknown as LiveItems

const COLLECTION = { collectionId: `0x${'c'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }
const END = { skipped: 0, onStartReached: null, onEndReached: null, onRetryMore: null }

// @feature table.skeletons
it('renders placeholders for filters and activity from the server on, until they are loaded', async () => {
  const { html, container } = await hydrateSite(
    <ItemsPanel
      collection={COLLECTION}
      supply={100}
      view={DEFAULT_ITEMS_VIEW}
      onViewChange={() => {}}
      live={NOTHING}
      total={null}
      pending={0}
      {...END}
      onRetry={null}
      rail={<Mounted fallback={<p>the rail is coming</p>}>the rail</Mounted>}
    />,
    {},
  )
  const page = new DOMParser().parseFromString(html, 'text/html')
  expect(page.querySelectorAll('aside[aria-label="Filters"] [data-placeholder]').length).toBeGreaterThan(4)
  expect(page.querySelector('aside[aria-label="Activity"]')?.textContent).toBe('the rail is coming')
  await waitFor(() =>
    expect(container.querySelector('aside[aria-label="Filters"]')?.textContent).toContain('Listed only'),
  )
  expect(container.querySelector('aside[aria-label="Activity"]')?.textContent).toBe('the rail')
})

// @feature shell.lite-pro
it.each([
  ['lite', 's', 'l'],
  ['lite', 'm', 'l'],
  ['pro', 's', 's'],
  ['pro', 'l', 'l'],
])('has cards in %s, where %s ones were chosen, of size %s', async (mode, chosen, size) => {
  const live = { ...NOTHING, items: [testingItem(`0x${'1'.repeat(64)}`)] }
  const { container } = renderSite(
    <ItemsPanel
      collection={COLLECTION}
      supply={100}
      view={DEFAULT_ITEMS_VIEW}
      onViewChange={() => {}}
      live={live}
      total={1}
      pending={0}
      {...END}
      onRetry={null}
      rail={null}
    />,
    {},
    [],
    { cookies: `opal.mode=${mode}; opal.cards=${chosen}` },
  )
  await waitFor(() => expect(container.querySelector('ul[data-size]')?.getAttribute('data-size')).toBe(size))
})

// @feature items.filter-sheet
it('has the filters once, in a sheet where there is no room for them, and renders no item when that opens and closes', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(max-width: 1023px)',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  let renders = 0
  const items = [testingItem(`0x${'1'.repeat(64)}`)]
  const live: LiveItems = {
    ...NOTHING,
    get items() {
      renders += 1
      return items
    },
  }
  renderSite(
    <ItemsPanel
      collection={{ collectionId: `0x${'c'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }}
      supply={100}
      view={DEFAULT_ITEMS_VIEW}
      onViewChange={() => {}}
      live={live}
      total={1}
      pending={0}
      {...END}
      onRetry={null}
      rail={null}
    />,
    {},
  )
  // All that loads late is there, the filters next to the list are not.
  await import('./filters/item-filters.tsx')
  await act(async () => {})
  expect(screen.queryAllByRole('switch', { name: 'Listed only' })).toHaveLength(0)
  const before = renders
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await screen.findByRole('switch', { name: 'Listed only' })
  expect(screen.getAllByRole('switch', { name: 'Listed only' })).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Show 1 item' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(renders).toBe(before)
})

// @feature items.total-said
it('announces the number of items that fit, whatever it becomes', async () => {
  let show: (total: number | null) => void = () => {}
  function Panel() {
    const [total, setTotal] = useState<number | null>(3)
    show = setTotal
    return (
      <ItemsPanel
        collection={COLLECTION}
        supply={100}
        view={DEFAULT_ITEMS_VIEW}
        onViewChange={() => {}}
        live={NOTHING}
        total={total}
        pending={0}
        {...END}
        onRetry={null}
        rail={null}
      />
    )
  }
  renderSite(<Panel />, {})
  const status = await screen.findByText('3 items')
  expect(status.getAttribute('role')).toBe('status')
  fc.assert(
    fc.property(fc.option(fc.nat(5_000)), (total) => {
      act(() => show(total))
      expect(status.isConnected).toBe(true)
      expect(status.textContent).toBe(
        total === null ? '' : `${total.toLocaleString('en')} item${total === 1 ? '' : 's'}`,
      )
    }),
    { examples: [[0], [1], [null], [10_000], [12_345]] },
  )
})

// @feature items.total-said
it('says that more items fit than are counted', async () => {
  const props = { collection: COLLECTION, supply: 100, view: DEFAULT_ITEMS_VIEW, live: NOTHING, pending: 0, rail: null }
  renderSite(<ItemsPanel {...props} {...END} onViewChange={() => {}} total={10_001} onRetry={null} />, {})
  expect((await screen.findByText('10,000+ items')).getAttribute('role')).toBe('status')
})

// @feature bid.trait
it.each([
  ['next to the list', false],
  ['in a sheet', true],
])('bids on the chosen traits from the row of active filters, wherever the filters are: %s', async (_, inSheet) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: inSheet && query === '(max-width: 1023px)',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const view = { ...DEFAULT_ITEMS_VIEW, traits: [{ type: 'Fur', value: 'Gold', not: false }] }
  renderSite(
    <ItemsPanel
      collection={COLLECTION}
      supply={100}
      view={view}
      onViewChange={() => {}}
      live={NOTHING}
      total={12}
      pending={0}
      {...END}
      onRetry={null}
      rail={null}
    />,
    {},
    WITH_POOLS,
    { cookies: 'opal.mode=pro' },
  )
  await import('./filters/item-filters.tsx')
  const bid = await screen.findByRole('button', { name: 'Bid on these 12 items' })
  const order = screen.getByRole('button', { name: 'Buy or bid within a budget' })
  const chips = screen.getByRole('list', { name: 'Active filters' })
  // No panel that scrolls, and whose end a docked bar could cover.
  for (const button of [bid, order]) {
    expect(button.closest('aside')).toBeNull()
    expect(chips.parentElement?.contains(button)).toBe(true)
  }
})
