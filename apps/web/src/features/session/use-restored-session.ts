import { liveStatus } from '../../lib/live-bus.ts'
import { pageSession, VISITOR } from '../../lib/page-session.ts'
import { useSite } from '../../lib/site.tsx'
import { useOnMount } from '../../lib/use-on-mount.ts'
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
  const [{ readSession }, { keepSession }] = await Promise.all([
    import('./session-calls.ts'),
    import('./keep-session.ts'),
  ])
  try {
    keepSession(await readSession(api))
  } catch {
    // Not answered: until it is, nothing is done in the wallet's name.
    pageSession.set(VISITOR)
    const stop = liveStatus.subscribe(() => {
      if (liveStatus.get().state !== 'live') return
      stop()
      if (pageSession.get() === VISITOR) void restore(api)
    })
  }
}
