import type { MarketplaceAdapter } from '../adapter.ts'
import { DEPOSIT_EVENT_TYPES, DEPOSIT_RESOURCE_TYPES } from '../decode/apt-deposits.ts'
import { MERCATO_CONTRACTS, MERCATO_ID } from './contracts.ts'
import { decodeMercatoEvent } from './decode.ts'
import { eventTypes } from './event-names.ts'
import { MERCATO_GUARD_SCRIPTS } from './guard-scripts.ts'
import { MERCATO_PAYLOADS } from './payload.ts'
import { TOKEN_IDENTIFIERS_TYPE, TOKEN_TYPE } from './read-v2.ts'

/** Mercato, which on chain is Tradeport. The product shows 1.5 %; the chain takes 2.5 %. */
export const mercatoAdapter: MarketplaceAdapter = {
  id: MERCATO_ID,
  displayName: 'Mercato',
  isNative: false,
  displayFeeBps: 150,
  // @source docs/reference/marketplace-contracts.md#mercato-calls
  bidsExpire: false,
  contracts: MERCATO_CONTRACTS,
  aliases: ['tradeport', 'tradeport_v1', 'tradeport_v2'],
  eventTypes: (contracts) => eventTypes(contracts.packageAddress),
  resourceTypes: () => [TOKEN_TYPE, TOKEN_IDENTIFIERS_TYPE],
  companionEventTypes: DEPOSIT_EVENT_TYPES,
  companionResourceTypes: DEPOSIT_RESOURCE_TYPES,
  decode: decodeMercatoEvent,
  payload: MERCATO_PAYLOADS,
  // By analogy: the names of token and collection may be exchanged.
  unproven: { 'accept-token-offer': ['v1'] },
  guardScripts: MERCATO_GUARD_SCRIPTS,
  aggregatorSupport: { namesV1ListingsBy: 'token', delists: ['v1', 'v2'], sellsIntoCollectionOffers: true },
}
