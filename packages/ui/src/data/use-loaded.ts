import { type RefObject, useEffect } from 'react'

/** Starts something on an element, and returns a function that ends it. */
export type Start = (element: HTMLElement) => () => void

/** Starts on a mounted element what is loaded after hydration. @param load the same function at every rendering */
export function useLoaded(element: RefObject<HTMLElement | null>, load: () => Promise<Start>): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let unmounted = false
    void load().then((start) => {
      if (!unmounted && element.current !== null) stop = start(element.current)
    })
    return () => {
      unmounted = true
      stop?.()
    }
  }, [element, load])
}
