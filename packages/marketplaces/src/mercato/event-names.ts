import { type Address, toShortAddress } from '@opal/domain/address'
import type { CommonEventKind } from '@opal/domain/market-event'
import type { TokenStandard } from '@opal/domain/tokens/token-id'

export interface EventMeaning {
  readonly kind: CommonEventKind
  readonly standard: TokenStandard
}

const LISTINGS = {
  InsertListingEvent: 'listing-placed',
  DeleteListingEvent: 'listing-cancelled',
  BuyEvent: 'listing-filled',
} as const

const BIDDINGS = {
  InsertTokenBidEvent: 'token-offer-placed',
  DeleteTokenBidEvent: 'token-offer-cancelled',
  AcceptTokenBidEvent: 'token-offer-filled',
  InsertCollectionBidEvent: 'collection-offer-placed',
  DeleteCollectionBidEvent: 'collection-offer-cancelled',
  AcceptCollectionBidEvent: 'collection-offer-filled',
} as const

/**
 * Every market event of the package, by `module::Struct`. A v1 price update has an event of its own, decoded as another
 * placing of the listing, as on the other marketplace with such a call.
 * @source mainnet 2386809975, 2277018899, 2386455218, 2386133936, 2386142672, 2386891051, 2386889884, 2386021136 (v2),
 *   2382221134 (v1 BuyEvent); the other v1 events only from other people's decoders, docs/reference/marketplace-contracts.md#mercato-v1-events
 */
const MEANINGS: ReadonlyMap<string, EventMeaning> = new Map([
  ...meanings('listings_v2', LISTINGS, 'v2'),
  ...meanings('biddings_v2', BIDDINGS, 'v2'),
  ...meanings('listings', { ...LISTINGS, UpdateListingEvent: 'listing-placed' }, 'v1'),
  ...meanings('biddings', BIDDINGS, 'v1'),
])

/** Returns the event types of the package's trades. */
export function eventTypes(packageAddress: Address): readonly string[] {
  return [...MEANINGS.keys()].map((name) => `${toShortAddress(packageAddress)}::${name}`)
}

/** Returns the meaning of an event type of the package; null for others. */
export function meaningOf(packageAddress: Address, type: string): EventMeaning | null {
  const prefix = `${toShortAddress(packageAddress)}::`
  return type.startsWith(prefix) ? (MEANINGS.get(type.slice(prefix.length)) ?? null) : null
}

function meanings(
  module: string,
  kinds: Readonly<Record<string, CommonEventKind>>,
  standard: TokenStandard,
): readonly (readonly [string, EventMeaning])[] {
  return Object.entries(kinds).map(([struct, kind]) => [`${module}::${struct}`, { kind, standard }] as const)
}
