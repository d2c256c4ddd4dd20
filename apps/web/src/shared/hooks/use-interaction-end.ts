import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls back when the reader turns away from a list: the pointer leaves it, the focus does, or it is scrolled back to
 * its beginning.
 * @param waiting nothing is listened to while it is false.
 */
export function useInteractionEnd(frame: RefObject<HTMLElement | null>, waiting: boolean, onLetGo: () => void): void {
  const latest = useRef(onLetGo)
  latest.current = onLetGo
  useEffect(() => {
    const element = frame.current
    if (element === null || !waiting) return
    // The focus has moved, and the pointer left, only after the event.
    const look = () => queueMicrotask(() => !isInteracting(element) && latest.current())
    element.addEventListener('pointerleave', look)
    element.addEventListener('focusout', look)
    window.addEventListener('scrollend', look)
    return () => {
      element.removeEventListener('pointerleave', look)
      element.removeEventListener('focusout', look)
      window.removeEventListener('scrollend', look)
    }
  }, [frame, waiting])
}

/**
 * Is a reader busy with a list, so that nothing in it may move: is the pointer or the focus in it, or is it scrolled
 * past its beginning?
 */
export function isInteracting(frame: HTMLElement | null): boolean {
  if (frame === null) return false
  return frame.matches(':hover') || frame.contains(document.activeElement) || frame.getBoundingClientRect().top < 0
}
