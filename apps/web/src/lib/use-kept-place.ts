import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { type KeptPlaces, openPlaces } from './kept-places.ts'
import { returnToPlace } from './return-to-place.ts'

let places: KeptPlaces | null = null

/** Brings a reader who goes back to the place of before, exactly. The router scrolls once, as soon as the page is there. */
export function useKeptPlace(): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    places ??= openPlaces(window)
    const { get, keep } = places
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
