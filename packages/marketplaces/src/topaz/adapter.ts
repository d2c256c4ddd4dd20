import type { MarketplaceAdapter } from '../adapter.ts'
import { DEPOSIT_EVENT_TYPES, DEPOSIT_RESOURCE_TYPES } from '../apt-deposits.ts'
import { TOPAZ_CONTRACTS } from './contracts.ts'
import { decodeTopazEvent } from './decode.ts'
import { eventTypes } from './event-names.ts'
import { TOPAZ_ID } from './id.ts'
import { TOPAZ_PAYLOADS } from './payload.ts'
import { TOPAZ_ROUTES } from './routes.ts'

/** Topaz: history that can still be left, never entered. */
export const topazAdapter: MarketplaceAdapter = {
  id: TOPAZ_ID,
  displayName: 'Topaz',
  isNative: false,
  displayFeeBps: 250,
  contracts: TOPAZ_CONTRACTS,
  aliases: [],
  eventTypes: (contracts) => eventTypes(contracts.packageAddress),
  resourceTypes: () => [],
  companionEventTypes: DEPOSIT_EVENT_TYPES,
  companionResourceTypes: DEPOSIT_RESOURCE_TYPES,
  decode: decodeTopazEvent,
  payload: TOPAZ_PAYLOADS,
  // Its calls are for v1 tokens, which the simulation's modules cannot hold: the localnet has none of it.
  simulate: () => [],
  routes: TOPAZ_ROUTES,
}
