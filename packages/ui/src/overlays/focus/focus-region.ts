import { type RefObject, useEffect } from 'react'

/**
 * Props of a region whose content is replaced, such as a 'Connect' button by an account menu: when the focused element is
 * removed, the region keeps the focus.
 */
export const FOCUS_REGION = { 'data-focus-region': 'part', tabIndex: -1 } as const
/** Props of the element that gets the focus when the region is removed too: the page's content. */
export const FOCUS_FALLBACK = { 'data-focus-region': 'home', tabIndex: -1 } as const
/** Props of the element that gets the focus of its region; the first of several. */
export const FOCUS_TARGET = { 'data-focus-target': '' } as const

const REGION = '[data-focus-region]'

/** Returns the nearest region around an element, or the fallback. */
export function findFocusRegion(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>(REGION) ?? document.querySelector<HTMLElement>('[data-focus-region="home"]')
}

/**
 * Focuses the target of a region, else the region itself, so that the next Tab continues from there. React hides a target whose
 * replacement is still loading: it would not take the focus.
 */
export function focusRegion(region: HTMLElement): void {
  const targets = [...region.querySelectorAll<HTMLElement>('[data-focus-target]')]
  const target = targets.find((element) => element.closest(REGION) === region && element.checkVisibility?.() !== false)
  ;(target ?? region).focus({ preventScroll: true })
}

/** Focuses the region around an element that is about to be removed, or the fallback. */
export function focusRegionOf(element: Element): void {
  const region = findFocusRegion(element)
  if (region !== null) focusRegion(region)
}

/** Focuses a mounting element if its region has the focus. */
export function useFocusTarget(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    if (element !== null && element.closest(REGION) === document.activeElement) element.focus({ preventScroll: true })
  }, [ref])
}
