import type { LiveMessage } from '@opal/contract/live'
import { type RefObject, useEffect, useRef } from 'react'
import type { Departures } from '../../../shared/motion/departures.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'

/** Lets the cards of sold tokens leave a list, by code that is loaded after hydration. */
export function useDepartures(frame: RefObject<HTMLElement | null>, collectionId: string): void {
  const departures = useRef<Departures>(null)
  useEffect(() => {
    let unmounted = false
    void import('../../../shared/motion/departures.ts').then(({ watchDepartures }) => {
      if (!unmounted && frame.current !== null) departures.current = watchDepartures(frame.current)
    })
    return () => {
      unmounted = true
      departures.current?.stop()
    }
  }, [frame])
  useLive({ collectionId }, (message: LiveMessage) => {
    if (message.kind !== 'activity') return
    const { kind, tokenDataId } = message.activity
    if (tokenDataId !== null && /^(sale|accept-)/.test(kind)) departures.current?.sold(tokenDataId)
  })
}
