import type { MouseEvent as ReactMouseEvent } from 'react'

const CONTROL = 'a, button, input, select, textarea, label'

/**
 * Passes a click on the values of a row to the control that covers the row (`data-row-cover`). Values with a tooltip lie above that
 * control. For `onClick` of a `tbody`.
 */
export function pressRow(event: ReactMouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  if (event.defaultPrevented || target.closest(CONTROL) !== null) return
  const cover = target.closest('[data-row]')?.querySelector('[data-row-cover]')
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  cover?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey }))
}
