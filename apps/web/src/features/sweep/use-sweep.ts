import { ApiError } from '@opal/contract/http/api-error'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'
import { mayChangeSweep } from './may-change-sweep.ts'
import { SWEEP_KEY, type SweepAnswer, type SweepBook, sweepQuery } from './sweep-query.ts'

/** Shortest pause between two quotes that messages ask for, in milliseconds: each is simulated. */
const LEAST_PAUSE_MS = 3_000

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

/** Returns the quote of a sweep, refetched at events of its collection that may change it. */
export function useSweep(book: SweepBook): Sweep {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const { address } = useStore(walletSession)
  const [isMoved, setMoved] = useState(false)
  const query = useQuery(sweepQuery(api, book, address))
  const refetch = usePacedRefetch(
    () => refetchQueries(queryClient, { queryKey: [SWEEP_KEY, book.collectionId] }).finally(() => setMoved(false)),
    { leastMs: LEAST_PAUSE_MS },
  )
  useLive({ collectionId: book.collectionId }, (message) => {
    if (!mayChangeSweep(message, query.data)) return
    setMoved(true)
    refetch()
  })
  return {
    answer: query.data,
    failure: query.isError && query.data === undefined ? failureOf(query.error) : null,
    isStale: isMoved || query.isPlaceholderData,
  }
}
