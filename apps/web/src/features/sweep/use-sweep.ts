import { ApiError } from '@opal/contract/api-error'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { refetchAfterChange } from '../../shared/realtime/refetch.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { SWEEP_KEY, type SweepAnswer, type SweepBook, sweepQuery } from './sweep-query.ts'

/** Several events at once are one new quote. Milliseconds. */
const REST_MS = 500

export interface Sweep {
  /** Undefined until it is known. */
  readonly answer: SweepAnswer | undefined
  /** Why it cannot be known, in a sentence; null when it can. */
  readonly failure: string | null
  /** The book has moved and the new one is on its way. */
  readonly isStale: boolean
}

function failureOf(error: Error): string {
  if (error instanceof ApiError && error.code === 'collection-too-large')
    return 'This collection is too large to sweep by traits or ranks. Remove those filters to sweep.'
  return 'The book could not be read.'
}

/** The book a sweep takes from, quoted again on every event of its collection. */
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
