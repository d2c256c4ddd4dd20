import type { MarketplaceAdapter } from '../adapter.ts'
import { DEPOSIT_EVENT_TYPES, DEPOSIT_RESOURCE_TYPES } from '../decode/apt-deposits.ts'
import { TOPAZ_CONTRACTS, TOPAZ_ID } from './contracts.ts'
import { decodeTopazEvent, eventTypes } from './decode.ts'
import { TOPAZ_GUARD_SCRIPTS } from './guard-scripts.ts'
import { TOPAZ_PAYLOADS } from './payload.ts'

/**
 * Topaz, which is closed: orders can be cancelled, and none is placed. The localnet simulates what is known of its contract.
 * v2 tokens appear in its events, but no calls for them are known. A deployment of the Aptos example that some call "Topaz v2"
 * is shared with others, so its orders are not counted as this marketplace's.
 * @source docs/reference/marketplace-contracts.md#topaz-package
 */
export const topazAdapter: MarketplaceAdapter = {
  id: TOPAZ_ID,
  displayName: 'Topaz',
  isNative: false,
  displayFeeBps: 250,
  bidsExpire: true,
  contracts: TOPAZ_CONTRACTS,
  aliases: [],
  eventTypes: (contracts) => eventTypes(contracts.packageAddress),
  resourceTypes: () => [],
  companionEventTypes: DEPOSIT_EVENT_TYPES,
  companionResourceTypes: DEPOSIT_RESOURCE_TYPES,
  decode: decodeTopazEvent,
  payload: TOPAZ_PAYLOADS,
  // The order of the arguments is assumed from another call, and the unit of a bid's expiry is unknown.
  unproven: {
    'place-token-offer': ['v1', 'v2'],
    'place-collection-offer': ['v1', 'v2'],
    'accept-token-offer': ['v1', 'v2'],
  },
  guardScripts: TOPAZ_GUARD_SCRIPTS,
  aggregatorSupport: { namesV1ListingsBy: 'seller', delists: ['v1'], sellsIntoCollectionOffers: false },
}
