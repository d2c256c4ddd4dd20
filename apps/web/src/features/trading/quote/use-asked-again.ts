import { useEffect, useRef } from 'react'
import { liveStatus } from '../../../shared/realtime/live-bus.ts'

/**
 * Asks again for what was not answered as soon as there is a connection: the browser's, or that of the live messages.
 * @param isUnanswered false while nothing is to be asked again.
 */
export function useAskedAgain(isUnanswered: boolean, ask: () => void): void {
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (!isUnanswered) return
    const again = () => latest.current()
    let before = liveStatus.get().state
    const stop = liveStatus.subscribe(() => {
      const { state } = liveStatus.get()
      if (state === 'live' && before !== 'live') again()
      before = state
    })
    window.addEventListener('online', again)
    return () => {
      stop()
      window.removeEventListener('online', again)
    }
  }, [isUnanswered])
}
