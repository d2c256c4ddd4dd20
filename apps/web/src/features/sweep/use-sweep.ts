import { ApiError } from '@opal/contract/http/api-error'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { refetchAfterChange } from '../../shared/realtime/refetch.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { SWEEP_KEY, type SweepAnswer, type SweepBook, sweepQuery } from './sweep-query.ts'

/** Delay that joins several events to one new quote, in milliseconds. */
const REST_MS = 500

export interface Sweep {
  /** Undefined until it is loaded. */
  readonly answer: SweepAnswer | undefined
  /** Why it could not be loaded; null otherwise. */
  readonly failure: string | null
  /** Listings have changed and a new quote loads. */
  readonly isStale: boolean
}

function failureOf(error: Error): string {
  if (error instanceof ApiError && error.code === 'collection-too-large')
    return 'This collection is too large to sweep by traits or ranks. Remove those filters to sweep.'
  return 'Couldn’t load the listings.'
}

/** Returns the quote of a sweep, refetched at every event of its collection. */
export function useSweep(book: SweepBook): Sweep {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const { address } = useStore(walletSession)
  const [isMoved, setMoved] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const query = useQuery(sweepQuery(api, book, address))
  useLive({ collectionId: book.collectionId }, ({ kind }) => {
    if (kind !== 'activity' && kind !== 'floor_change') return
    setMoved(true)
    timer.current ??= setTimeout(() => {
      timer.current = null
      void refetchAfterChange(queryClient, { queryKey: [SWEEP_KEY, book.collectionId] }).finally(() => setMoved(false))
    }, REST_MS)
  })
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  return {
    answer: query.data,
    failure: query.isError && query.data === undefined ? failureOf(query.error) : null,
    isStale: isMoved || query.isPlaceholderData,
  }
}
