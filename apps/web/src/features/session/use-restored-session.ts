import { useSite } from '../../app/site.tsx'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'
import { useOnMount } from '../../shared/hooks/use-on-mount.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { readStoredSession } from './stored-session.ts'

/** Asks the API for the session of last time, where there was one, again once it can be reached. Others cost nothing. */
export function useRestoredSession(): void {
  const { api } = useSite()
  useOnMount(() => {
    if (readStoredSession(Date.now()) === null) pageSession.set(VISITOR)
    else void restore(api)
    return undefined
  })
}

async function restore(api: ReturnType<typeof useSite>['api']): Promise<void> {
  try {
    const [{ readSession }, { applySession }] = await Promise.all([
      import('./session-calls.ts'),
      import('./apply-session.ts'),
    ])
    applySession(await readSession(api))
  } catch {
    // The API did not answer: a visitor until it does, so that nothing is done in the wallet's name.
    pageSession.set(VISITOR)
    const stop = liveStatus.subscribe(() => {
      if (liveStatus.get().state !== 'live') return
      stop()
      if (pageSession.get() === VISITOR) void restore(api)
    })
  }
}
