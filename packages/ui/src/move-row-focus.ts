import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

/** Moves the focus to the same control (the first link or button) of the next or previous row. For `onKeyDown` of a `tbody`. */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const row = (event.target as HTMLElement).closest('[data-row]')
  if (step === undefined || row === null || event.target instanceof HTMLInputElement) return
  const sibling = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const control = sibling?.querySelector<HTMLElement>('[data-row-link]')
  if (control === null || control === undefined) return
  event.preventDefault()
  control.focus()
}
