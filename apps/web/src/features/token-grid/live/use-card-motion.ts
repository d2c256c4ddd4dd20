import { type RefObject, useEffect } from 'react'

/** Lets cards glide when a list changes order, and those of sold tokens leave it, by code that is loaded after hydration. */
export function useCardMotion(frame: RefObject<HTMLElement | null>, collectionId: string): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let unmounted = false
    void import('../../../shared/motion/follow-cards.ts').then(({ followCards }) => {
      if (!unmounted && frame.current !== null) stop = followCards(frame.current, collectionId)
    })
    return () => {
      unmounted = true
      stop?.()
    }
  }, [frame, collectionId])
}
