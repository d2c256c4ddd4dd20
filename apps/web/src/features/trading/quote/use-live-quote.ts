import { useEffect, useRef } from 'react'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { listenLive } from '../../../shared/realtime/live-bus.ts'
import { usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import { mayChangeQuote, type ShownQuote } from './may-change-quote.ts'

/** Shortest pause between two quotes that messages ask for, in milliseconds: each is simulated. */
const LEAST_PAUSE_MS = 3_000

/** Calls `refresh` when live messages say that the shown quote may be out of date. */
export function useLiveQuote(collectionIds: readonly string[], quote: ShownQuote, refresh: () => Promise<void>): void {
  const requestRefresh = usePacedRefetch(refresh, { leastMs: LEAST_PAUSE_MS })
  const latest = useRef(quote)
  latest.current = quote
  const key = [...new Set(collectionIds)].join()
  useEffect(() => {
    const stops = (key === '' ? [] : key.split(',')).map((collectionId) =>
      listenLive({ collectionId }, (message) => {
        if (mayChangeQuote(message, latest.current)) requestRefresh()
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [key, requestRefresh])
}

/** Returns the collections with messages about a request; none for what has no price. */
export function collectionsOf(request: TradeRequest): readonly string[] {
  switch (request.kind) {
    case 'prepared':
    case 'pool-deposit':
    case 'pool-withdrawal':
    case 'claim':
    case 'take-back':
      return []
    case 'cancel-bid':
      return request.bids.flatMap(({ collectionId }) => collectionId ?? [])
    case 'sweep':
    case 'collection-bid':
    case 'set-bid':
    case 'order':
      return [request.collection.collectionId]
    case 'token-bid':
    case 'bid-above-floor':
      return [request.token.collectionId]
    default:
      return request.tokens.map(({ collectionId }) => collectionId)
  }
}
