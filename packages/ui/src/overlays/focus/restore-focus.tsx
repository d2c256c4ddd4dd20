import { useEffect } from 'react'
import { type FocusPlace, focusNear, focusPlaceOf } from './focus-place.ts'

/** Moves the focus to the nearest control of the same list or region when the focused control is removed. Mounted once per page. */
export default function RestoreFocus() {
  useRestoreFocus()
  return null
}

interface LastFocus {
  readonly element: Element
  readonly place: FocusPlace
  /** The page that it was on: on the next one Tab begins at the top. */
  readonly path: string
}

function useRestoreFocus(): void {
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    let last: LastFocus | null = null
    const record = (element: EventTarget | null) => {
      if (element instanceof Element && element !== document.body)
        last = { element, place: focusPlaceOf(element), path: location.pathname }
    }
    const onFocus = ({ target }: FocusEvent) => record(target)
    const onBlur = ({ target }: FocusEvent) => {
      // An element that is still in the page was left on purpose; one that was removed lost its focus by that.
      queueMicrotask(() => {
        if (last?.element === target && last.element.isConnected && last.element !== document.activeElement) last = null
      })
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.element.isConnected) return
      const { place, path } = last
      const isLost = document.activeElement === null || document.activeElement === document.body
      last = null
      if (isLost && path === location.pathname) focusNear(place)
    })
    record(document.activeElement)
    document.addEventListener('focusin', onFocus, options)
    document.addEventListener('focusout', onBlur, options)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      controller.abort()
      observer.disconnect()
    }
  }, [])
}
