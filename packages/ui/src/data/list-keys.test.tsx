// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import { WindowGrid } from './window-grid.tsx'

const COUNT = 300
const ROW_PX = 36
const ITEMS = Array.from({ length: COUNT }, (_, index) => `Item ${index}`)
const COLUMNS = [
  {
    id: 'name',
    header: 'Name',
    name: 'Name',
    cell: (row: string) => (
      <a href={`#${row}`} data-row-link="">
        {row}
      </a>
    ),
  },
]

/** Scrolls as the browser does for an element whose start or end comes into view. */
const scroll = vi.fn((arg?: boolean | ScrollIntoViewOptions) =>
  scrollTo(typeof arg === 'object' && arg.block === 'end' ? COUNT * ROW_PX - window.innerHeight : 0),
)

function scrollTo(top: number): void {
  window.scrollTo(0, top)
  window.dispatchEvent(new Event('scroll'))
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scroll)
  window.scrollTo(0, 0)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const focused = () => document.activeElement?.textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

/** Renders the items as a table whose keys are loaded: there is no sign of that but what a key does. */
async function renderRows(): Promise<void> {
  render(
    <DataTable label="Things" columns={COLUMNS} rows={ITEMS} rowKey={(row) => row} denseHeight={ROW_PX} empty="" />,
  )
  await expect.poll(() => screen.getAllByRole('row').length).toBeLessThan(48)
  screen.getByText('Item 3').focus()
  await expect.poll(() => press('Home')).toBe(false)
  expect(focused()).toBe('Item 0')
}

// @feature shell.item-keys
it('End and Home go from any row of a table to the last and the first one, which are rendered later', async () => {
  await renderRows()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('End', 'Home'), { minLength: 1, maxLength: 5 }), async (keys) => {
      for (const key of keys) {
        act(() => void press(key))
        await expect.poll(focused).toBe(key === 'End' ? `Item ${COUNT - 1}` : 'Item 0')
      }
    }),
    { numRuns: 10 },
  )
  act(() => void press('End'))
  await expect.poll(focused).toBe(`Item ${COUNT - 1}`)
  press('ArrowUp')
  expect(focused()).toBe(`Item ${COUNT - 2}`)
})

// @feature shell.item-keys
it.each([
  ['ArrowDown', 'Item 100'],
  ['j', 'Item 100'],
  ['ArrowUp', 'Item 119'],
  ['k', 'Item 119'],
])('%s goes on from what is in view where the focused row was scrolled away', async (key, expected) => {
  await renderRows()
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = ITEMS.indexOf(this.textContent) * ROW_PX - window.scrollY
    return new DOMRect(0, this.matches('[data-row-link]') ? top : -window.scrollY, 100, ROW_PX)
  })
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(20 * ROW_PX)
  act(() => scrollTo(100 * ROW_PX))
  await expect.poll(() => screen.queryByText('Item 0')).toBeNull()
  const body = screen.getByText('Item 100').closest('tbody')
  if (body !== null) body.tabIndex = -1
  body?.focus()
  expect(press(key)).toBe(false)
  expect(focused()).toBe(expected)
})

// @feature shell.item-keys
it('leaves the keys of rows without a link, and of fields in rows, to the browser', async () => {
  await renderRows()
  cleanup()
  const fields = [{ ...COLUMNS[0], id: 'field', header: '', name: 'Field', cell: () => <input aria-label="Field" /> }]
  render(
    <DataTable
      label="Things"
      columns={[...COLUMNS, ...fields]}
      rows={ITEMS.slice(0, 2)}
      rowKey={(row) => row}
      empty=""
    />,
  )
  screen.getByText('Item 1').focus()
  await expect.poll(() => press('Home')).toBe(false)
  screen.getAllByLabelText('Field')[1]?.focus()
  expect([press('Home'), press('End'), press('ArrowUp')]).toEqual([true, true, true])
  cleanup()
  render(<DataTable label="Things" columns={fields} rows={ITEMS.slice(0, 2)} rowKey={(row) => row} empty="" />)
  await new Promise((resolve) => setTimeout(resolve, 50))
  screen.getByRole('table').querySelector('tbody')?.setAttribute('tabindex', '-1')
  screen.getByRole('table').querySelector('tbody')?.focus()
  expect([press('Home'), press('End'), press('ArrowUp')]).toEqual([true, true, true])
})

// @feature shell.item-keys
it('is what a grid of cards does, too', async () => {
  render(
    <WindowGrid
      label="Things"
      items={ITEMS}
      itemKey={(item) => item}
      renderItem={(item) => (
        <a href={`#${item}`} data-card-link="">
          {item}
        </a>
      )}
      captionHeight={40}
      renderPending={() => null}
    />,
  )
  const list = screen.getByRole('list')
  await expect.poll(() => list.querySelectorAll('a').length).toBeLessThan(100)
  expect([list.dataset.before, list.dataset.after]).toEqual([undefined, 'true'])
  screen.getByText('Item 3').focus()
  await expect.poll(() => press('End')).toBe(false)
  expect([document.activeElement, scroll.mock.lastCall]).toEqual([list, [{ block: 'end' }]])
})
