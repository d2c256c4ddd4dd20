import type { MarketplaceAdapter } from '../adapter.ts'
import { decodeFamilyCommission, feeEventTypes, feeResourceTypes } from '../aptos-example/decode-commission.ts'
import { familyEventTypes } from '../aptos-example/event-names.ts'
import { familyResourceTypes } from '../aptos-example/offer-resources.ts'
import { DEPOSIT_EVENT_TYPES, DEPOSIT_RESOURCE_TYPES } from '../decode/apt-deposits.ts'
import { OPAL_CONTRACTS, OPAL_ID } from './contracts.ts'
import { decodeOpalEvent } from './decode.ts'
import { decodePoolChange, poolEventTypes } from './decode-pools.ts'
import { OPAL_GUARD_SCRIPTS } from './guard-scripts.ts'
import { OPAL_PAYLOADS } from './payload.ts'

/** The native marketplace, a deployment of the example-marketplace family. */
export const opalAdapter: MarketplaceAdapter = {
  id: OPAL_ID,
  displayName: 'Opal',
  isNative: true,
  displayFeeBps: 150,
  bidsExpire: true,
  contracts: OPAL_CONTRACTS,
  aliases: ['wapal'],
  eventTypes: (contracts) => [
    ...familyEventTypes(contracts.packageAddress),
    ...feeEventTypes(contracts.packageAddress),
    ...poolEventTypes(contracts),
  ],
  companionEventTypes: DEPOSIT_EVENT_TYPES,
  resourceTypes: ({ packageAddress }) => [...familyResourceTypes(packageAddress), ...feeResourceTypes(packageAddress)],
  companionResourceTypes: DEPOSIT_RESOURCE_TYPES,
  decode: decodeOpalEvent,
  decodeCommission: (contracts, event, transaction) => decodeFamilyCommission(OPAL_ID, contracts, event, transaction),
  decodePool: decodePoolChange,
  payload: OPAL_PAYLOADS,
  guardScripts: OPAL_GUARD_SCRIPTS,
  aggregatorSupport: { namesV1ListingsBy: 'object', delists: ['v1', 'v2'], sellsIntoCollectionOffers: true },
}
