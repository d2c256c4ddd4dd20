import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { openScrollPositions, type ScrollPositions } from './scroll-positions.ts'

let positions: ScrollPositions | null = null
/** Restores the exact scroll position on back navigation, which the router does only once, as soon as the page is rendered. */
export function useScrollRestoration(): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    positions ??= openScrollPositions(window)
    const { get, set: keep } = positions
    const before = isBack ? get(key) : null
    // During the restoration the page is at other positions, which are not stored.
    let stop: (() => void) | null = null
    const note = () => stop === null && keep(key, window.scrollY)
    if (before !== null && before > 0) {
      stop = holdScrollPosition(before, () => {
        stop = null
        note()
      })
    }
    // An entry may be left without a scroll event: a filter, a tab or a closed dialog replaced the scrolled one.
    note()
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      stop?.()
      window.removeEventListener('scroll', note)
    }
  }, [key, isBack])
}

/** A page whose size is constant for this long has settled. */
const SETTLED_MS = 1_000
/** Longest wait for a page that is too short: since it last grew, and in total. */
const NO_GROWTH_MS = 5_000
const MAX_MS = 20_000
/** Events by which the user takes over scrolling. */
const USER_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Holds a scroll position until the page has settled: filters, rows and measured widths render after the page, make it longer
 * and shift its content. A page that is too short is scrolled to its end, where lists load more.
 *
 * @param onEnd called when the page has settled, on timeout, or when the user scrolls; not when stopped.
 * @returns stops holding.
 */
function holdScrollPosition(place: number, onEnd: () => void): () => void {
  const deepest = () => document.documentElement.scrollHeight - window.innerHeight
  const hold = () => {
    const to = Math.min(place, Math.max(0, deepest()))
    if (window.scrollY !== to) window.scrollTo(0, to)
  }
  const stop = () => {
    clearTimeout(settled)
    clearTimeout(stunted)
    clearTimeout(givenUp)
    observer.disconnect()
    window.removeEventListener('scroll', hold)
    for (const type of USER_EVENTS) window.removeEventListener(type, end)
  }
  const end = () => {
    stop()
    onEnd()
  }
  let settled: ReturnType<typeof setTimeout> | undefined
  let stunted: ReturnType<typeof setTimeout> | undefined
  const observer = new ResizeObserver(() => {
    hold()
    clearTimeout(settled)
    clearTimeout(stunted)
    settled = setTimeout(() => deepest() >= Math.floor(place) && end(), SETTLED_MS)
    stunted = setTimeout(end, NO_GROWTH_MS)
  })
  const givenUp = setTimeout(end, MAX_MS)
  observer.observe(document.body)
  window.addEventListener('scroll', hold, { passive: true })
  for (const type of USER_EVENTS) window.addEventListener(type, end, { passive: true })
  return stop
}
