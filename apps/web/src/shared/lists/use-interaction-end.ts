import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls back when the user stops interacting with a list: the pointer or the focus leaves it, or it is scrolled back to its
 * beginning.
 * @param waiting false removes the listeners.
 */
export function useInteractionEnd(frame: RefObject<HTMLElement | null>, waiting: boolean, onEnd: () => void): void {
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    const element = frame.current
    if (element === null || !waiting) return
    // The focus and the pointer have moved only after the event.
    const check = () => queueMicrotask(() => !isInteracting(element) && latest.current())
    element.addEventListener('pointerleave', check)
    element.addEventListener('focusout', check)
    window.addEventListener('scrollend', check)
    return () => {
      element.removeEventListener('pointerleave', check)
      element.removeEventListener('focusout', check)
      window.removeEventListener('scrollend', check)
    }
  }, [frame, waiting])
}

/**
 * Returns whether the user interacts with a list, so that its rows must not move: the pointer or the focus is in it, or it is
 * scrolled past its beginning.
 */
export function isInteracting(frame: HTMLElement | null): boolean {
  if (frame === null) return false
  return frame.matches(':hover') || frame.contains(document.activeElement) || frame.getBoundingClientRect().top < 0
}
