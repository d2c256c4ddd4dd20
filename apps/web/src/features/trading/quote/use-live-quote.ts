import { useEffect, useRef } from 'react'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { listenLive } from '../../../shared/realtime/live-bus.ts'
import { mayChangeQuote, type ShownQuote } from './may-change-quote.ts'

/** Time from a message to the new quote: one transaction often changes several orders. Milliseconds. */
const DEBOUNCE_MS = 200
/** Shortest time between two quotes that messages ask for: each is simulated. Milliseconds. */
const LEAST_PAUSE_MS = 3_000
/** The same once messages have come without end. Milliseconds. */
const MAX_PAUSE_MS = 60_000

/** Calls `refresh` when live messages say that the shown quote may be out of date. */
export function useLiveQuote(collectionIds: readonly string[], quote: ShownQuote, refresh: () => void): void {
  const requestRefresh = useThrottled(refresh, DEBOUNCE_MS, LEAST_PAUSE_MS, MAX_PAUSE_MS)
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
      return []
    case 'cancel-bid':
      return request.bids.flatMap(({ collectionId }) => collectionId ?? [])
    case 'sweep':
    case 'collection-bid':
      return [request.collection.collectionId]
    case 'token-bid':
    case 'bid-above-floor':
      return [request.token.collectionId]
    default:
      return request.tokens.map(({ collectionId }) => collectionId)
  }
}
