import { followPageLists, type PageList, pageLists } from '@opal/ui/data/page-lists'
import { useSyncExternalStore } from 'react'
import { type SiteAction, useSiteActions } from '../../shared/hooks/site-actions.ts'

/** The main link of the first item, in a grid and in a table. */
const FIRST_LINK = '[data-index="0"] [data-card-link], [aria-rowindex="1"] [data-row-link]'
/** The first control of a table's first row, for rows without a main link. */
const FIRST_CONTROL = '[aria-rowindex="1"] :is(a[href], button, input)'
/** Time that a list has to render its start after it was scrolled there. */
const RENDER_TIMEOUT_MS = 2_000
const ITEM = '[data-index], [data-row]'

/** Returns what a key does with the items of the page. */
export function itemAction(id: string, title: string, keys: string, run: () => void): SiteAction {
  return { id, title, group: 'This page', keys, run }
}

/** Goes to the first item of the page's list. */
export const FIRST_ITEM: SiteAction = itemAction('items.first', 'Go to first item', 'i', () => {
  const list = mainList()
  if (list !== null) focusFirstItem(list.frame)
})

/** Offers the key of {@link FIRST_ITEM} while the page has a list. @returns the name of that list, null without one; it rerenders when that changes. */
export function useMainList(): string | null {
  const label = useSyncExternalStore(
    followPageLists,
    () => mainList()?.label ?? null,
    () => null,
  )
  useSiteActions(label === null ? [] : [FIRST_ITEM])
  return label
}

/** Returns the first list of the open tab, else of the page: lists above the tabs are not what the page is about. */
function mainList(): PageList | null {
  const inOrder = pageLists().toSorted((one, other) => (isBefore(one.frame, other.frame) ? -1 : 1))
  return inOrder.find(({ frame }) => frame.closest('[role="tabpanel"]') !== null) ?? inOrder[0] ?? null
}

function isBefore(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** Moves the focus to the first item of a list, scrolling to it: a long list renders only what is near the window. */
function focusFirstItem(list: HTMLElement): void {
  if (focusFirstOf(list)) return
  const observer = new MutationObserver(() => focusFirstOf(list) && observer.disconnect())
  observer.observe(list, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), RENDER_TIMEOUT_MS)
  list.scrollIntoView()
}

function focusFirstOf(list: HTMLElement): boolean {
  const control = list.querySelector<HTMLElement>(FIRST_LINK) ?? list.querySelector<HTMLElement>(FIRST_CONTROL)
  control?.focus()
  return control !== null
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
