import { FIRST_ITEM_ACTION, type SiteAction } from '../shared/hooks/site-actions.ts'

/** The main link of the first item, in a grid and in a table. */
const FIRST_LINK = '[data-index="0"] [data-card-link], [aria-rowindex="1"] [data-row-link]'
/** Time that a list has to render its start after it was scrolled there. */
const RENDER_TIMEOUT_MS = 2_000
const ITEM = '[data-index], [data-row]'

/** Returns what a key does with the items of the page. */
export function itemAction(id: string, title: string, keys: string, run: () => void): SiteAction {
  return { id, title, group: 'This page', keys, run }
}

/** Goes to the first item. */
export const FIRST_ITEM: SiteAction = itemAction(FIRST_ITEM_ACTION, 'Go to first item', 'i', focusFirstItem)

/** Moves the focus to the first item of the page's list, scrolling to it: a long list renders only what is near the window. */
function focusFirstItem(): void {
  const list = document.querySelector<HTMLElement>('[data-items]')
  if (list === null || focusFirstOf(list) || list.querySelector(ITEM) === null) return
  const observer = new MutationObserver(() => focusFirstOf(list) && observer.disconnect())
  observer.observe(list, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), RENDER_TIMEOUT_MS)
  list.scrollIntoView()
}

function focusFirstOf(list: HTMLElement): boolean {
  const link = list.querySelector<HTMLElement>(FIRST_LINK)
  link?.focus()
  return link !== null
}

/**
 * Presses a control of the item that has the focus, or of the one under the pointer. A focus that the mouse has left somewhere gives
 * way to the pointer.
 */
export function pressInItem(control: string): void {
  const focused = document.activeElement?.closest(ITEM) ?? null
  const hovered = document.querySelector(`:is(${ITEM}):hover`)
  const item = document.activeElement?.matches(':focus-visible') ? (focused ?? hovered) : (hovered ?? focused)
  item?.querySelector<HTMLElement>(control)?.click()
}
