import { type RefObject, useEffect } from 'react'

/** Lets the cards of sold tokens leave a list, by code that is loaded after hydration. */
export function useDepartures(frame: RefObject<HTMLElement | null>, collectionId: string): void {
  useEffect(() => {
    const following = import('../../../shared/motion/departures.ts').then(({ followSales }) =>
      followSales(frame.current, collectionId),
    )
    return () => void following.then((stop) => stop())
  }, [frame, collectionId])
}
