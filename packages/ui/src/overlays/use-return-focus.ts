import { useId, useLayoutEffect } from 'react'
import { findFocusPlace, focusPlace } from './focus-place.ts'

interface Step {
  readonly dialog: string
  readonly opener: HTMLElement
  /** Asked when the dialog opens: later the opener may stand nowhere. */
  readonly place: HTMLElement | null
}

/** What had the focus before each dialog; of a dialog opened out of another, the other's stand before it. */
let trail: Step[] = []

/**
 * Gives the focus back to what opened a modal dialog, or, when that is gone (a 'Connect Wallet' once the wallet is
 * connected), to the place where it stood. The headless dialog knows only triggers of its own, and would leave the
 * focus nowhere.
 * @returns for the dialog's `onCloseAutoFocus`.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const dialog = useId()
  // Before the content is there: a field of it may take the focus at once.
  useLayoutEffect(() => {
    if (open) remember(dialog, document.activeElement)
  }, [open, dialog])
  return (event) => {
    event.preventDefault()
    // Another dialog, or the page that came, has it already. Of a dialog, the way back is still wanted.
    if (hasFocus()) {
      if (!isInDialog(document.activeElement)) trail = trail.filter((step) => step.dialog !== dialog)
      return
    }
    const to = trail.findIndex((step) => step.dialog === dialog)
    if (to >= 0) giveBack(trail.slice(0, to + 1))
  }
}

function remember(dialog: string, active: Element | null): void {
  if (!(active instanceof HTMLElement) || trail.some((step) => step.dialog === dialog && step.opener.isConnected))
    return
  const opener = triggerOf(active)
  // One that went with the dialog it stood in left the focus nowhere. From a dialog the steps before lead back.
  const isWithin = active === document.body || isInDialog(opener)
  const before = isWithin ? trail.filter((step) => step.dialog !== dialog) : []
  trail = [...before, { dialog, opener, place: isWithin ? null : findFocusPlace(opener) }]
}

function isInDialog(element: Element | null): boolean {
  return element !== null && element.closest('[role="dialog"]') !== null
}

/** A menu goes away with its items; what opened it stays. */
function triggerOf(element: HTMLElement): HTMLElement {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (id && document.getElementById(id)) || element
}

function giveBack(steps: readonly Step[]): void {
  trail = trail.filter((step) => !steps.includes(step))
  for (const { opener, place } of steps.toReversed()) {
    opener.focus({ preventScroll: true })
    if (!hasFocus() && place?.isConnected) focusPlace(place)
    if (hasFocus()) return
  }
  const home = findFocusPlace(document.body)
  if (home !== null) focusPlace(home)
}

function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body
}
