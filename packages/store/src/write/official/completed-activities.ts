import type { MarketEvent } from '@opal/domain/market-event'

/**
 * Which activities of one transaction and marketplace carry what only the transaction's resources say (collection, token
 * name). The official rule: a current row is completed from its token's resources, and with it the transaction's first
 * activity that names the same token, or the same offer when the row is a collection offer. Later activities about that
 * token stay as their events wrote them.
 * @source aptos-labs/aptos-nft-aggregator, reduction step
 */
export function completedActivities(events: readonly MarketEvent[]): ReadonlySet<MarketEvent> {
  const inOrder = events.toSorted((a, b) => a.raw.index - b.raw.index)
  const completed = new Set<MarketEvent>()
  for (const event of inOrder) {
    const first = isCollectionOffer(event)
      ? inOrder.find((other) => 'offerId' in other && other.offerId === event.offerId)
      : inOrder.find((other) => 'token' in other && other.token.tokenDataId === event.token.tokenDataId)
    if (first !== undefined) completed.add(first)
  }
  return completed
}

type CollectionOffer = Extract<MarketEvent, { readonly kind: `collection-offer-${string}` }>

function isCollectionOffer(event: MarketEvent): event is CollectionOffer {
  return event.kind.startsWith('collection-offer-')
}
