import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import type { LiveMessage } from '@opal/contract/live'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { useEffect, useRef } from 'react'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { listenLive } from '../../../shared/realtime/live-bus.ts'
import type { TradeDraft } from './trade-draft.ts'

/** Time from a message to the new quote: one transaction often changes several orders. Milliseconds. */
const DEBOUNCE_MS = 200
/** Shortest time between two quotes that messages ask for: each is simulated. Milliseconds. */
const EVERY_MS = 3_000

const BIDS: ReadonlySet<string> = new Set([...KINDS_OF_TYPE.bid, 'accept-token-bid', 'accept-collection-bid'])

/** Calls `refresh` when live messages say that the shown quote may be out of date. */
export function useLiveQuote(
  collectionIds: readonly string[],
  call: TradeDraft['call'] | null,
  shown: TradeAnswer | null,
  refresh: () => void,
): void {
  const soon = useThrottled(refresh, DEBOUNCE_MS, EVERY_MS)
  const latest = useRef({ call, shown })
  latest.current = { call, shown }
  const key = [...new Set(collectionIds)].join()
  useEffect(() => {
    const stops = (key === '' ? [] : key.split(',')).map((collectionId) =>
      listenLive({ collectionId }, (message) => {
        const { call, shown } = latest.current
        if (mayChange(message, call, shown)) soon()
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [key, soon])
}

/** Returns whether a message may change a quote: it is about one of its tokens or, for a sale, about a bid. */
export function mayChange(message: LiveMessage, call: TradeDraft['call'] | null, shown: TradeAnswer | null): boolean {
  const isSale = call === 'accept-bid'
  if (message.kind === 'bid_change') return isSale
  if (message.kind !== 'activity') return false
  const { kind, tokenDataId } = message.activity
  const isShown = tokenDataId !== null && shown?.items.some((item) => item.tokenDataId === tokenDataId) === true
  return isShown || (isSale && BIDS.has(kind))
}

/** Returns the collections with messages about a request; none for what has no price. */
export function collectionsOf(request: TradeRequest): readonly string[] {
  switch (request.kind) {
    case 'prepared':
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
