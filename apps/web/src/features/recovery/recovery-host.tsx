import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { errorShown, factsWanted } from '../../app/page-failures.ts'
import { useSite } from '../../app/site.tsx'
import { failedImages } from '../../shared/hooks/failed-images.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { isApiReachable, isRecoverable, isUnreachable, probeImage, refetchFailed } from './ask-again.ts'
import { createRecovery } from './create-recovery.ts'

/**
 * Brings back by itself what a page could not have: rows and figures, the page itself, what the server did not know of
 * the site, and pictures.
 */
export default function RecoveryHost() {
  useLostAnswers()
  useLostPictures()
  return null
}

function useLostAnswers(): void {
  const queryClient = useQueryClient()
  const { api } = useSite()
  const { revalidate } = useRevalidator()
  const latest = useRef(revalidate)
  latest.current = revalidate
  useEffect(() => {
    // While the socket was cut, figures may have failed without saying so.
    let wasCut = false
    const isPageLost = () => errorShown.get() === 'failed' || factsWanted.get()
    const lost = () => queryClient.getQueryCache().getAll().filter(isRecoverable)
    const recovery = createRecovery({
      isMissing: () => wasCut || isPageLost() || lost().length > 0,
      async ask() {
        if (!(await isApiReachable(api))) return
        const wasAway = wasCut || lost().some(isUnreachable)
        wasCut = false
        await Promise.all([isPageLost() && latest.current(), refetchFailed(queryClient, wasAway)])
      },
    })
    const onLive = () => {
      const { state } = liveStatus.get()
      if (state === 'reconnecting') wasCut = true
      if (state === 'live') recovery.hurry()
    }
    const stops = [
      queryClient.getQueryCache().subscribe(recovery.look),
      errorShown.subscribe(recovery.look),
      factsWanted.subscribe(recovery.look),
      liveStatus.subscribe(onLive),
      onEvent('online', recovery.hurry),
      recovery.stop,
    ]
    recovery.look()
    return () => endAll(stops)
  }, [queryClient, api])
}

/** By themselves: a picture may be gone for good, and the waits for it must not delay anything else. */
function useLostPictures(): void {
  useEffect(() => {
    const recovery = createRecovery({ isMissing: () => failedImages.get().length > 0, ask: probeImage })
    const stops = [failedImages.subscribe(recovery.look), onEvent('online', recovery.hurry), recovery.stop]
    recovery.look()
    return () => endAll(stops)
  }, [])
}

function endAll(stops: readonly (() => void)[]): void {
  for (const stop of stops) stop()
}

function onEvent(name: 'online', listener: () => void): () => void {
  window.addEventListener(name, listener)
  return () => window.removeEventListener(name, listener)
}
