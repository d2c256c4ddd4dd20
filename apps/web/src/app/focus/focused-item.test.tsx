// @vitest-environment happy-dom
import { usePageList } from '@opal/ui/data/page-lists'
import { act, cleanup, render } from '@testing-library/react'
import { type ReactNode, useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { FIRST_ITEM, useMainList } from './focused-item.ts'

afterEach(cleanup)

const card = (at: number) => `<li data-index="${at}"><a data-card-link href="#${at}">Item ${at}</a></li>`
const row = (at: number) =>
  `<tr data-row aria-rowindex="${at + 1}"><td><a data-row-link href="#${at}">Item ${at}</a></td></tr>`
const button = (at: number) => `<tr data-row aria-rowindex="${at + 1}"><td><button>Item ${at}</button></td></tr>`

function List({ label, count = 1, children }: { label: string; count?: number; children?: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  usePageList(frame, label, count > 0)
  return (
    <div ref={frame} data-list={label}>
      {children ?? <ul />}
    </div>
  )
}

function frameOf(label: string): HTMLElement {
  const frame = document.querySelector<HTMLElement>(`[data-list="${label}"]`)
  if (frame === null) throw new Error(`no list "${label}"`)
  return frame
}

const TABLE = (
  <table>
    <tbody />
  </table>
)

// @feature shell.item-keys
it.each([
  ['grid', <ul key="grid" />, card],
  ['table', TABLE, row],
  ['table without main links', TABLE, button],
])(
  'scrolls a %s that shows a later part to its start, and focuses the first item once it is rendered',
  async (_name, html, item) => {
    render(<List label="Items">{html}</List>)
    const list = frameOf('Items')
    const body = list.querySelector('ul, tbody')
    if (!body) throw new Error('no body')
    body.innerHTML = [40, 41].map(item).join('')
    const scroll = vi.fn()
    list.scrollIntoView = scroll
    FIRST_ITEM.run()
    expect(scroll).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(document.body)
    body.innerHTML = [0, 1, 40].map(item).join('')
    await expect.poll(() => document.activeElement?.textContent).toBe('Item 0')
    expect(list.contains(document.activeElement)).toBe(true)
    // Nothing waits any more.
    list.querySelectorAll<HTMLElement>('a, button')[1]?.focus()
    body.append(document.createElement('template'))
    await new Promise<void>((resolve) => queueMicrotask(resolve))
    expect(document.activeElement?.textContent).toBe('Item 1')
    FIRST_ITEM.run()
    expect(document.activeElement?.textContent).toBe('Item 0')
    expect(scroll).toHaveBeenCalledOnce()
  },
)

let main: string | null = null
function MainList() {
  main = useMainList()
  return null
}

// @feature shell.skip-items
it('names the first list with items, that of the open tab before those above the tabs, and none in dialogs', () => {
  const page = (lists: ReactNode) => (
    <>
      <MainList />
      {lists}
    </>
  )
  const inDialog = (
    <div role="dialog">
      <List label="In a dialog" />
    </div>
  )
  const tab = (list: ReactNode) => <div role="tabpanel">{list}</div>
  const { rerender } = render(page(inDialog))
  expect(main).toBeNull()
  rerender(
    page([<List key="a" label="Empty" count={0} />, <List key="b" label="Second" />, <List key="c" label="Third" />]),
  )
  expect(main).toBe('Second')
  rerender(page([<List key="b" label="Second" />, <div key="t">{tab(<List label="In a tab" />)}</div>]))
  expect(main).toBe('In a tab')
  rerender(page([<List key="b" label="Second" />, <div key="t">{tab(<List label="In a tab" count={0} />)}</div>]))
  expect(main).toBe('Second')
  rerender(page(null))
  expect(main).toBeNull()
  act(() => FIRST_ITEM.run())
  expect(document.activeElement).toBe(document.body)
})
