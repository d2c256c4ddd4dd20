import { useId, useLayoutEffect } from 'react'
import { type FocusPlace, focusNear, focusPlaceOf } from './focus-place.ts'
import { focusRegionOf } from './focus-region.ts'

interface Step {
  readonly dialog: string
  readonly opener: HTMLElement
  /** Found when the dialog opens: the opener may be removed later. Null where nothing had the focus. */
  readonly place: FocusPlace | null
  /** The page that it was opened on: on the next one Tab begins at the top. */
  readonly path: string
}

/** The openers of the open dialogs; a nested dialog comes after the one that opened it. */
let trail: Step[] = []

/**
 * Returns the focus to the opener of a modal dialog, or near an opener that was removed (a 'Connect Wallet' button once the wallet is
 * connected, the row of a listing that was cancelled). Radix returns it only to its own triggers, and would otherwise lose it.
 * @returns the dialog's `onCloseAutoFocus`.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const dialog = useId()
  // Before the content mounts: one of its fields may take the focus immediately.
  useLayoutEffect(() => {
    if (open) remember(dialog, document.activeElement)
  }, [open, dialog])
  return (event) => {
    event.preventDefault()
    const to = trail.findIndex((step) => step.dialog === dialog)
    // Another dialog or the next page has the focus. The opener is still needed once that dialog closes.
    if (hasFocus() && !isAround(trail[to])) {
      if (!isInDialog(document.activeElement)) trail = trail.filter((step) => step.dialog !== dialog)
      return
    }
    if (to >= 0) restoreFocus(trail.slice(0, to + 1))
  }
}

/** Makes an element of the page the one to which the open dialog, or the first of several, returns the focus. */
export function returnFocusTo(element: HTMLElement): void {
  trail = trail.map((step, index) => (index === 0 ? { ...step, opener: element, place: focusPlaceOf(element) } : step))
}

function remember(dialog: string, active: Element | null): void {
  if (!(active instanceof HTMLElement) || trail.some((step) => step.dialog === dialog && step.opener.isConnected))
    return
  const opener = triggerOf(active)
  // For an opener inside a dialog, or removed with one, earlier steps of the trail lead back to the page.
  const isWithin = active === document.body || isInDialog(opener)
  const before = isWithin ? trail.filter((step) => step.dialog !== dialog) : []
  const place = active === document.body ? null : focusPlaceOf(opener)
  trail = [...before, { dialog, opener, place, path: location.pathname }]
}

/** Returns whether the dialog that the opener was in has the focus itself: where its content changes meanwhile, its trap takes it. */
function isAround(step: Step | undefined): boolean {
  const active = document.activeElement
  return isInDialog(active) && step?.place?.levels.some(({ parent }) => parent === active) === true
}

function isInDialog(element: Element | null): boolean {
  return element !== null && element.closest('[role="dialog"]') !== null
}

/** Returns the trigger of a menu for one of its items, which are removed when the menu closes. */
function triggerOf(element: HTMLElement): HTMLElement {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (id && document.getElementById(id)) || element
}

/** Tries the last step first. Those before the one that takes the focus stay: their dialogs are still open. */
function restoreFocus(steps: readonly Step[]): void {
  for (const step of steps.toReversed()) {
    trail = trail.filter((other) => other !== step)
    const { opener, place, path } = step
    opener.focus({ preventScroll: true })
    if (!hasFocus() && path !== location.pathname) continue
    if (place !== null && (!hasFocus() || !opener.isConnected)) focusNear(place)
    if (hasFocus()) return
  }
  if (steps.some(({ path }) => path === location.pathname)) focusRegionOf(document.body)
}

function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body
}
