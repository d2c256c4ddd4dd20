/** The main link of an item, in a grid or a table of items. */
const LINK = '[data-card-link], main [data-row-link]'
const ITEM = '[data-index], [data-row]'

/** Moves the focus to the first item of the page; false where there is none. */
export function focusFirstItem(): boolean {
  const first = document.querySelector<HTMLElement>(LINK)
  first?.focus()
  return first !== null
}

/** Presses a control of the item that has the focus, or of the one under the pointer. */
export function pressInItem(control: string): void {
  const item = document.activeElement?.closest(ITEM) ?? document.querySelector(`:is(${ITEM}):hover`)
  item?.querySelector<HTMLElement>(control)?.click()
}
