import { afterEach, expect, it, vi } from 'vitest'
import { FIRST_ITEM } from './focused-item.ts'

// @vitest-environment happy-dom
afterEach(() => {
  document.body.replaceChildren()
})

const card = (at: number) => `<li data-index="${at}"><a data-card-link href="#${at}">Item ${at}</a></li>`
const row = (at: number) =>
  `<tr data-row aria-rowindex="${at + 1}"><td><a data-row-link href="#${at}">Item ${at}</a></td></tr>`

// @feature shell.item-keys
it.each([
  ['grid', '<ul></ul>', card],
  ['table', '<table><tbody></tbody></table>', row],
])(
  'scrolls a %s that shows a later part to its start, and focuses the first item once it is rendered',
  async (_name, html, item) => {
    document.body.innerHTML = `<main><ul>${card(0)}</ul><div data-items>${html}</div></main>`
    const list = document.querySelector<HTMLElement>('[data-items]')
    const body = list?.querySelector('ul, tbody')
    if (!list || !body) throw new Error('no list')
    body.innerHTML = [40, 41].map(item).join('')
    const scroll = vi.fn()
    list.scrollIntoView = scroll
    FIRST_ITEM.run()
    expect(scroll).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(document.body)
    body.innerHTML = [0, 1, 40].map(item).join('')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Item 0'))
    expect(list.contains(document.activeElement)).toBe(true)
    // Nothing waits any more.
    list.querySelectorAll('a')[1]?.focus()
    body.append(document.createElement('template'))
    await new Promise<void>((resolve) => queueMicrotask(resolve))
    expect(document.activeElement?.textContent).toBe('Item 1')
    FIRST_ITEM.run()
    expect(document.activeElement?.textContent).toBe('Item 0')
    expect(scroll).toHaveBeenCalledOnce()
  },
)

it('leaves the focus where the page has no list of items, or an empty one', () => {
  for (const html of [`<main>${row(0)}</main>`, '<main><div data-items></div></main>']) {
    document.body.innerHTML = html
    FIRST_ITEM.run()
    expect(document.activeElement).toBe(document.body)
  }
})
