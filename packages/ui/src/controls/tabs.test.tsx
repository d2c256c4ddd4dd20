import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { nextTab, Tabs } from './tabs.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

const TABS = [{ value: 'items' }, { value: 'bids' }, { value: 'about' }] as const

it.each([
  ['items', 'ArrowRight', 'bids'],
  ['about', 'ArrowRight', 'items'],
  ['items', 'ArrowLeft', 'about'],
  ['bids', 'Home', 'items'],
  ['items', 'End', 'about'],
  ['items', 'Enter', null],
] as const)('leads from %s by %s to %s', (from, key, to) => {
  expect(nextTab(TABS, from, key)).toBe(to)
})

// @feature shell.browser-keys
it('leaves arrow keys with Alt, Ctrl or ⌘ to the browser, which goes back by them', () => {
  const changed = vi.fn()
  const tabs = TABS.map((each) => ({ ...each, label: each.value }))
  render(
    <Tabs label="Page" tabs={tabs} value="bids" onValueChange={changed}>
      Bids
    </Tabs>,
  )
  const tab = screen.getByRole('tab', { name: 'bids' })
  for (const held of ['altKey', 'ctrlKey', 'metaKey'])
    expect(fireEvent.keyDown(tab, { key: 'ArrowLeft', [held]: true }), held).toBe(true)
  expect(changed).not.toHaveBeenCalled()
  expect(fireEvent.keyDown(tab, { key: 'ArrowLeft' })).toBe(false)
  expect(changed).toHaveBeenCalledWith('items', 'bids')
})

/** Heights of the row and of what is docked above it. */
const [ROW, TOP] = [45, 60]

// @feature collection.tabs-reachable
it('begins every panel at its start that opens while the row sticks, and scrolls nothing otherwise', () => {
  const tab = fc.constantFrom(...TABS.map(({ value }) => value))
  fc.assert(
    fc.property(
      fc.array(fc.record({ value: tab, scrolled: fc.nat(900) }), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (steps, sticky) => {
        let scrolled = 0
        const page = (value: (typeof TABS)[number]['value']) => (
          <Tabs
            label="Page"
            tabs={TABS.map((each) => ({ ...each, label: each.value }))}
            sticky={sticky}
            value={value}
            onValueChange={() => {}}
          >
            {value}
          </Tabs>
        )
        const { rerender, unmount } = render(page('items'))
        // The head of the page is 300 px high; from there on the row sticks below the bar.
        const panelTop = () => TOP + 300 + ROW - scrolled
        const rowBottom = () => Math.max(TOP + ROW, panelTop())
        const rects = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
          return this.role === 'tabpanel'
            ? new DOMRect(0, panelTop(), 10, 10)
            : new DOMRect(0, rowBottom() - ROW, 10, ROW)
        })
        const scroll = vi.spyOn(window, 'scrollBy').mockImplementation((options) => {
          scrolled += (options as ScrollToOptions).top ?? 0
        })
        let before = 'items'
        for (const { value, scrolled: to } of steps) {
          scrolled = to
          rerender(page(value))
          expect(screen.getByRole('tabpanel').textContent).toBe(value)
          expect(scrolled).toBe(sticky && value !== before ? Math.min(to, 300) : to)
          before = value
        }
        rects.mockRestore()
        scroll.mockRestore()
        unmount()
      },
    ),
    { numRuns: 50 },
  )
})

it.each([
  ['cut by the edge', 280, 104],
  ['under the fading end', 210, 34],
  ['in full view', 100, 0],
  ['left of the edge', -40, -40],
])('scrolls a row of tabs until an open tab that is %s is clear', (_, left, scrolled) => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.role === 'tablist' ? new DOMRect(0, 0, 300, ROW) : new DOMRect(left, 0, 100, ROW)
  })
  const moves = vi.spyOn(Element.prototype, 'scrollLeft', 'set')
  render(
    <Tabs
      label="Page"
      tabs={TABS.map((each) => ({ ...each, label: each.value }))}
      value="bids"
      onValueChange={() => {}}
    >
      Bids
    </Tabs>,
  )
  expect(moves.mock.calls).toEqual(scrolled === 0 ? [] : [[scrolled]])
  vi.restoreAllMocks()
})
