import { showToast } from '@opal/ui/feedback/show-toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { errorShown, factsWanted } from '../../app/failures/page-failures.ts'
import { useSite } from '../../app/site.tsx'
import { failedImages } from '../../shared/hooks/failed-images.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { createRecovery } from './create-recovery.ts'
import { followSlowQueries } from './follow-slow-queries.ts'
import { isApiReachable, isRecoverable, isUnreachable, probeImage, refetchFailed } from './retry-failed.ts'

const TAKES_LONGER = 'This is taking longer than usual. Still waiting for the server.'

/**
 * Recovers from failures without the user: failed queries, failed pages, missing facts of the site, and failed images.
 */
export default function RecoveryHost() {
  useLostAnswers()
  useLostImages()
  useSlowAnswers()
  return null
}

function useLostAnswers(): void {
  const queryClient = useQueryClient()
  const { api } = useSite()
  const { revalidate } = useRevalidator()
  const latest = useRef(revalidate)
  latest.current = revalidate
  useEffect(() => {
    // While the socket was disconnected, calls may have failed without an error.
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

/** Separate from queries: an image may be missing for good, and its pauses must not delay other retries. */
function useLostImages(): void {
  useEffect(() => {
    const recovery = createRecovery({ isMissing: () => failedImages.get().length > 0, ask: probeImage })
    const stops = [failedImages.subscribe(recovery.look), onEvent('online', recovery.hurry), recovery.stop]
    recovery.look()
    return () => endAll(stops)
  }, [])
}

/** Says of what the reader waits for that it takes longer than usual. */
function useSlowAnswers(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      followSlowQueries(queryClient.getQueryCache(), () => {
        const shown = showToast(TAKES_LONGER, 'info')
        return () => void shown.then((hide) => hide())
      }),
    [queryClient],
  )
}

function endAll(stops: readonly (() => void)[]): void {
  for (const stop of stops) stop()
}

function onEvent(name: 'online', listener: () => void): () => void {
  window.addEventListener(name, listener)
  return () => window.removeEventListener(name, listener)
}
