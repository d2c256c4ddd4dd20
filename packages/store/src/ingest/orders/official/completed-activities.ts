import type { MarketEvent } from '@opal/domain/market-event'

/**
 * Which activities of one transaction and marketplace carry what only the transaction's resources say (collection, token
 * name). The official rule: a current row is completed from its token's resources, and with it the transaction's first
 * activity that names the same token, or the same offer when the row is a collection offer. Later activities about that
 * token stay as their events wrote them.
 * @source aptos-labs/aptos-nft-aggregator, reduction step
 */
export function completedActivities(events: readonly MarketEvent[]): ReadonlySet<MarketEvent> {
  const firstOfOffer = new Map<string, MarketEvent>()
  const firstOfToken = new Map<string, MarketEvent>()
  for (const event of events.toSorted((a, b) => b.raw.index - a.raw.index)) {
    if ('offerId' in event) firstOfOffer.set(event.offerId, event)
    if ('token' in event) firstOfToken.set(event.token.tokenDataId, event)
  }
  const firstOf = (event: MarketEvent) =>
    isCollectionOffer(event) ? firstOfOffer.get(event.offerId) : firstOfToken.get(event.token.tokenDataId)
  return new Set(events.flatMap((event) => firstOf(event) ?? []))
}

type CollectionOffer = Extract<MarketEvent, { readonly kind: `collection-offer-${string}` }>

function isCollectionOffer(event: MarketEvent): event is CollectionOffer {
  return event.kind.startsWith('collection-offer-')
}
