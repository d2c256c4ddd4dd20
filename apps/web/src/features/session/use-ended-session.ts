import { refusedCall } from '../../app/refused-call.ts'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'
import { useOnMount } from '../../shared/hooks/use-on-mount.ts'
import { followStoredSession } from './stored-session.ts'

/** Ends the session of the page once the API refuses a call because it has none, or another tab has signed out: signing in is offered again. */
export function useEndedSession(): void {
  useOnMount(() => {
    let sinceMs = performance.now()
    const end = () => {
      if (pageSession.get().status === 'signed-in') pageSession.set(VISITOR)
    }
    const stops = [
      pageSession.subscribe(() => {
        sinceMs = performance.now()
      }),
      // A call that began before this session was sent without it.
      refusedCall.subscribe(() => (refusedCall.get() ?? 0) >= sinceMs && end()),
      followStoredSession((session) => session === null && end()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })
}
