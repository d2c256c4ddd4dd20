import { type RefObject, useEffect, useRef } from 'react'

/** @source docs/product/site.md#endless-lists */
const MARGIN_PX = 156
const THRESHOLD = 0.1
/** @source docs/product/site.md#endless-list-timing */
const CREATED_AFTER_MS = 800

/**
 * Calls back when an element comes near the window, for infinite scrolling.
 *
 * @param marker an element that covers the last rows of the list, so that fast scrolling cannot skip it.
 * @param onReached called once each time it comes near; null while nothing more can be loaded.
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

/** Rows before the end at which more are loaded. @source docs/product/site.md#endless-lists */
export const ROWS_BEFORE_END = 35
/** Most rows of a list that never loads more. @source docs/product/site.md#endless-lists */
const TOO_SHORT = 5
/** Two calls are no closer to each other. @source docs/product/site.md#endless-list-timing */
const DEBOUNCE_MS = 300

/** Returns how many rows before its end a list loads more: 35 of a long one, 0 of a shorter one, null for never. */
export function rowsBeforeEnd(count: number): number | null {
  if (count <= TOO_SHORT) return null
  return count > ROWS_BEFORE_END ? ROWS_BEFORE_END : 0
}

/** Creates a debounced trigger: it calls 300 ms after the last `near`. */
export function createEndTrigger(call: () => void): { readonly near: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    near: () => {
      clearTimeout(timer)
      timer = setTimeout(call, DEBOUNCE_MS)
    },
    cancel: () => clearTimeout(timer),
  }
}
