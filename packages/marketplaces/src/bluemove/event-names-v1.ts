import { toShortAddress } from '@opal/domain/address'
import type { MarketEventKind } from '@opal/domain/market-event'
import { PACKAGE_V1 } from './contracts.ts'

/**
 * Auctions and claims of an accepted offer are no market events of ours. The documentation spells `DeListEvent` where
 * every decoder has `DelistEvent`: both are understood.
 * @source other people's decoders, marketplaces reference 8.2
 */
const KINDS: Readonly<Record<string, MarketEventKind>> = {
  'marketplaceV2::ListEvent': 'listing-placed',
  'marketplaceV2::ChangePriceEvent': 'listing-placed',
  'marketplaceV2::DelistEvent': 'listing-cancelled',
  'marketplaceV2::DeListEvent': 'listing-cancelled',
  'marketplaceV2::BuyEvent': 'listing-filled',
  'offer_lib::OfferEvent': 'token-offer-placed',
  'offer_lib::CancelOfferEvent': 'token-offer-cancelled',
  'offer_lib::AcceptOfferEvent': 'token-offer-filled',
  'offer_lib::OfferCollectionEvent': 'collection-offer-placed',
  'offer_lib::CancelOfferCollectionEvent': 'collection-offer-cancelled',
  'offer_lib::AcceptOfferCollectionEvent': 'collection-offer-filled',
}

const KIND_BY_TYPE: ReadonlyMap<string, MarketEventKind> = new Map(
  Object.entries(KINDS).map(([name, kind]) => [`${toShortAddress(PACKAGE_V1)}::${name}`, kind]),
)

/** Event types of the v1 contract that tell of trades. */
export const EVENT_TYPES_V1: readonly string[] = [...KIND_BY_TYPE.keys()]

/** What an event type of the v1 contract means; null for anything else. */
export function kindOfV1(type: string): MarketEventKind | null {
  return KIND_BY_TYPE.get(type) ?? null
}
