import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { loadedRange, useStartReached } from './use-start-reached.ts'
import { isFullHeight } from './use-window-rows.ts'
import { WindowGrid, type WindowGridProps } from './window-grid.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

it('renders each row of a range once: those that are not loaded as placeholders', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(60), fc.nat(60), (skipped, length, one, other) => {
      const all = Array.from({ length: skipped + length }, (_, index) => index)
      const [start, end] = [Math.min(one, other, all.length), Math.min(Math.max(one, other), all.length)]
      const { missing, rows } = loadedRange(all.slice(skipped), skipped, start, end)
      expect([...all.slice(start, start + missing), ...rows]).toEqual(all.slice(start, end))
      expect(rows).toEqual(all.slice(start, end).filter((index) => index >= skipped))
    }),
  )
})

function Rows(props: { skipped: number; first: number; onStartReached: ((index: number) => void) | null }) {
  useStartReached(props, props.first)
  return null
}

// @feature items.long-list
it('asks for rows that come near the window once, and again when the window moves on or loading ends', () => {
  const asked = vi.fn()
  const at = (first: number, isLoading = false, skipped = 1_000) => (
    <Rows skipped={skipped} first={first} onStartReached={isLoading ? null : asked} />
  )
  const { rerender } = render(at(1_100))
  rerender(at(1_035))
  expect(asked).not.toHaveBeenCalled()
  rerender(at(1_034))
  rerender(at(1_034))
  expect(asked.mock.calls).toEqual([[999]])
  rerender(at(1_034, true))
  rerender(at(1_034))
  rerender(at(20))
  expect(asked.mock.calls.slice(1)).toEqual([[999], [0]])
  rerender(at(20, false, 0))
  rerender(at(36, false, 0))
  expect(asked).toHaveBeenCalledTimes(3)
})

const GRID: Omit<WindowGridProps<string>, 'items'> = {
  label: 'Items',
  itemKey: (row) => row,
  renderItem: (row) => row,
  captionHeight: 40,
  renderPending: () => 'soon',
}
const TABLE: Omit<DataTableProps<string>, 'rows'> = {
  label: 'Items',
  columns: [{ id: 'NAME', header: 'Name', name: 'Name', cell: (row) => row }],
  rowKey: (row) => row,
  empty: 'none',
}

it('has placeholders in a grid and in a table where rows are not loaded, and the places of the others', () => {
  const rows = ['a', 'b', 'c']
  const grid = render(<WindowGrid {...GRID} items={rows} skipped={8} />).container
  const cards = [...grid.querySelectorAll('li')]
  expect(cards.map(({ textContent }) => textContent)).toEqual([...Array(8).fill('soon'), ...rows])
  expect(cards.map(({ dataset }) => dataset.index).slice(7)).toEqual([undefined, '8', '9', '10'])
  const table = render(<DataTable {...TABLE} rows={rows} skipped={4} />).container
  expect(table.querySelector('table')?.getAttribute('aria-rowcount')).toBe('7')
  const shown = [...table.querySelectorAll('[data-row]')]
  expect(shown.map((row) => row.getAttribute('aria-rowindex'))).toEqual(['5', '6', '7'])
})

// @feature items.long-list
it('ends a list that is as high as browsers draw, with a note', () => {
  expect([isFullHeight(1_000_000, 14), isFullHeight(1_000_000, 15)]).toEqual([false, true])
  const { container } = render(
    <WindowGrid {...GRID} items={['a']} skipped={1_000_000} onEndReached={() => undefined} />,
  )
  expect(container.textContent).toContain('That’s as far as this list goes')
})
