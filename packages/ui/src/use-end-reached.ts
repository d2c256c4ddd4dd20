import { type RefObject, useEffect, useRef } from 'react'
import { createEndTrigger } from './end-trigger.ts'

/** @source spec 000, section 9 "0.1 threshold, 156px margin" */
const MARGIN_PX = 156
const THRESHOLD = 0.1
/** @source spec 000, section 9 "Observer created after 800 ms" */
const CREATED_AFTER_MS = 800

/**
 * Calls back when an element comes near the window, for infinite scroll.
 *
 * @param marker an element over the last rows of the list: it is near from its first one on, however fast one scrolls.
 * @param onReached called once per arrival; null while nothing more can be loaded.
 */
export function useEndReached(marker: RefObject<HTMLElement | null>, onReached: (() => void) | null): void {
  const callback = useRef(onReached)
  callback.current = onReached
  const createdAt = useRef<number | null>(null)
  const active = onReached !== null
  useEffect(() => {
    createdAt.current ??= performance.now()
    const element = marker.current
    if (element === null || !active) return
    const trigger = createEndTrigger(() => callback.current?.())
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) trigger.near()
      },
      { rootMargin: `${MARGIN_PX}px`, threshold: THRESHOLD },
    )
    const wait = createdAt.current + CREATED_AFTER_MS - performance.now()
    const timer = setTimeout(() => observer.observe(element), Math.max(0, wait))
    return () => {
      clearTimeout(timer)
      trigger.cancel()
      observer.disconnect()
    }
  }, [marker, active])
}
