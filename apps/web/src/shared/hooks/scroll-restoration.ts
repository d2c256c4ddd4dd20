import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { openScrollPositions, type ScrollPositions } from './scroll-positions.ts'

let places: ScrollPositions | null = null

/** Brings a reader who goes back to the place of before, exactly. The router scrolls once, as soon as the page is there. */
export function useKeptPlace(): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    places ??= openScrollPositions(window)
    const { get, set: keep } = places
    const before = isBack ? get(key) : null
    // On the way back the page stands somewhere else for moments: those are no places of the reader's.
    let stop: (() => void) | null = null
    const note = () => stop === null && keep(key, window.scrollY)
    if (before !== null && before > 0) {
      stop = returnToPlace(before, () => {
        stop = null
        note()
      })
    }
    // An entry may be left without a scroll: a filter, a tab or a closed dialog has replaced the one that was scrolled.
    note()
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      stop?.()
      window.removeEventListener('scroll', note)
    }
  }, [key, isBack])
}

/** A page that keeps its size for so long has settled. */
const SETTLED_MS = 1_000
/** A page that is too short yet is waited for while it grows, each time for so long, and no longer than that in all. */
const NO_GROWTH_MS = 5_000
const MOST_MS = 20_000
/** A reader who does any of this goes somewhere else. */
const OWN_WAYS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Keeps the page scrolled there until it has settled: filters, rows and measured widths come a moment after the page, make
 * it longer and move what is on the screen. A page that is too short is held at its end, where lists ask for more.
 *
 * @param onEnd called when it has settled, was given up, or the reader went elsewhere; not when stopped.
 * @returns stops it.
 */
export function returnToPlace(place: number, onEnd: () => void): () => void {
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
    for (const way of OWN_WAYS) window.removeEventListener(way, end)
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
  const givenUp = setTimeout(end, MOST_MS)
  observer.observe(document.body)
  window.addEventListener('scroll', hold, { passive: true })
  for (const way of OWN_WAYS) window.addEventListener(way, end, { passive: true })
  return stop
}
