import type { Listing } from '@opal/contract/shapes/orders'

/** Says in one word what a listing is that not everyone can buy. */
export const LISTING_STATES: Readonly<Record<Exclude<Listing['validity'], 'valid'>, string>> = {
  'seller-lost-token': 'Moved',
  'token-frozen': 'Frozen',
  'marketplace-closed': 'Closed',
  expired: 'Expired',
  reserved: 'Reserved',
  ended: 'Ended',
}
