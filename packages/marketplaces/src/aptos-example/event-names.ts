import { type Address, toShortAddress } from '@opal/domain/address'
import type { CommonEventKind } from '@opal/domain/market-event'

/**
 * Names of the family's events without suffix. Each exists in two spellings: handle events end in `Event`
 * (as our own marketplace's), module events do not.
 * @source docs/reference/marketplace-contracts.md#aptos-example-events; mainnet 2382251863 and eight others
 */
const KIND_OF_EVENT: Readonly<Record<string, CommonEventKind>> = {
  ListingPlaced: 'listing-placed',
  ListingCanceled: 'listing-cancelled',
  ListingFilled: 'listing-filled',
  TokenOfferPlaced: 'token-offer-placed',
  TokenOfferCanceled: 'token-offer-cancelled',
  TokenOfferFilled: 'token-offer-filled',
  CollectionOfferPlaced: 'collection-offer-placed',
  CollectionOfferCanceled: 'collection-offer-cancelled',
  CollectionOfferFilled: 'collection-offer-filled',
}

const KIND_BY_NAME: ReadonlyMap<string, CommonEventKind> = new Map(
  Object.entries(KIND_OF_EVENT).flatMap(([name, kind]) => [
    [name, kind],
    [`${name}Event`, kind],
  ]),
)

/** Returns both spellings of all nine event types under a package. */
export function familyEventTypes(packageAddress: Address): readonly string[] {
  return [...KIND_BY_NAME.keys()].map((name) => `${eventsPrefix(packageAddress)}${name}`)
}

/** Returns the kind of market event that an event type names; null for any other type. */
export function familyEventKind(packageAddress: Address, type: string): CommonEventKind | null {
  const prefix = eventsPrefix(packageAddress)
  return type.startsWith(prefix) ? (KIND_BY_NAME.get(type.slice(prefix.length)) ?? null) : null
}

/** Returns what the types of a package's events begin with. */
export function eventsPrefix(packageAddress: Address): string {
  return `${toShortAddress(packageAddress)}::events::`
}
