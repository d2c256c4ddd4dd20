import { type RefObject, useEffect, useRef } from 'react'

/** How far before the end more is asked for. @source spec, section 9 (root margin 156 px, threshold 0.1) */
const MARGIN_PX = 156

/**
 * Calls back when an element comes near the window, for infinite scroll.
 *
 * @param marker an element after the last row, or undefined rows before it by its own position.
 * @param onReached called once per arrival; null while nothing more can be loaded.
 */
export function useEndReached(marker: RefObject<HTMLElement | null>, onReached: (() => void) | null): void {
  const callback = useRef(onReached)
  callback.current = onReached
  const active = onReached !== null
  useEffect(() => {
    const element = marker.current
    if (element === null || !active) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) callback.current?.()
      },
      { rootMargin: `${MARGIN_PX}px`, threshold: 0 },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [marker, active])
}
