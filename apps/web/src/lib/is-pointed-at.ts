/**
 * Is a reader busy with a list, so that nothing in it may move: is the pointer or the focus in it, or is it scrolled
 * past its beginning?
 */
export function isPointedAt(frame: HTMLElement | null): boolean {
  if (frame === null) return false
  return frame.matches(':hover') || frame.contains(document.activeElement) || frame.getBoundingClientRect().top < 0
}
