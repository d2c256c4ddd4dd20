import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** How far each visited page was scrolled, in px, by the key of its entry in the history. */
const places = new Map<string, number>()
const MOST_PLACES = 100
/** A page that keeps its size for so long has settled; one that is too short yet is waited for longer. */
const SETTLED_MS = 1_000
const GIVE_UP_MS = 5_000
/** A reader who does any of this goes somewhere else. */
const OWN_WAYS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Brings a reader who goes back to the place of before, exactly. The router scrolls once, as soon as the page is there:
 * filters, rows and measured widths come a moment later, make it longer, and move what is on the screen.
 */
export function useKeptPlace(): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    const note = () => keepPlace(key, window.scrollY)
    const stop = isBack ? returnTo(places.get(key) ?? 0) : null
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      stop?.()
      window.removeEventListener('scroll', note)
    }
  }, [key, isBack])
}

function keepPlace(key: string, place: number): void {
  places.delete(key)
  places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest)
}

/** Keeps the page scrolled there until it has settled. @returns gives it up. */
function returnTo(place: number): () => void {
  if (place === 0) return () => undefined
  const isLongEnough = () => document.documentElement.scrollHeight - window.innerHeight >= place
  const hold = () => {
    if (window.scrollY !== place && isLongEnough()) window.scrollTo(0, place)
  }
  const end = () => {
    clearTimeout(settled)
    clearTimeout(givenUp)
    observer.disconnect()
    window.removeEventListener('scroll', hold)
    for (const way of OWN_WAYS) window.removeEventListener(way, end)
  }
  let settled: ReturnType<typeof setTimeout> | undefined
  const observer = new ResizeObserver(() => {
    hold()
    clearTimeout(settled)
    settled = setTimeout(() => isLongEnough() && end(), SETTLED_MS)
  })
  const givenUp = setTimeout(end, GIVE_UP_MS)
  observer.observe(document.body)
  window.addEventListener('scroll', hold, { passive: true })
  for (const way of OWN_WAYS) window.addEventListener(way, end, { passive: true })
  return end
}
