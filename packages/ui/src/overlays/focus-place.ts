import { type RefObject, useEffect } from 'react'

/**
 * A part of the page whose content is exchanged (an area that offers 'Connect', then an account): when what had the
 * focus is gone from it, the focus stays there. Spread on an element.
 */
export const FOCUS_PLACE = { 'data-focus-place': 'part', tabIndex: -1 } as const
/** Where the focus goes when its place is gone too: the page's content. */
export const FOCUS_HOME = { 'data-focus-place': 'home', tabIndex: -1 } as const
/** Marks, in a place, what the focus goes to; the first of several. */
export const TAKES_FOCUS = { 'data-takes-focus': '' } as const

const PLACE = '[data-focus-place]'

/** The place that an element stands in. */
export function findFocusPlace(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>(PLACE) ?? document.querySelector<HTMLElement>('[data-focus-place="home"]')
}

/** To what takes the focus there, else to the place itself: the next Tab goes on from there. */
export function focusPlace(place: HTMLElement): void {
  const takers = [...place.querySelectorAll<HTMLElement>('[data-takes-focus]')]
  const taker = takers.find((element) => element.closest(PLACE) === place)
  ;(taker ?? place).focus({ preventScroll: true })
}

/** What comes into a place later takes the focus if the place holds it, and only then. */
export function useTakesFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    if (element !== null && element.closest(PLACE) === document.activeElement) element.focus({ preventScroll: true })
  }, [ref])
}
