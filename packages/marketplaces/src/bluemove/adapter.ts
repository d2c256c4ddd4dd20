import type { MarketplaceAdapter } from '../adapter.ts'
import { decodeFamilyEvent } from '../aptos-example/decode.ts'
import { decodeFamilyCommission, feeEventTypes, feeResourceTypes } from '../aptos-example/decode-commission.ts'
import { familyEventTypes } from '../aptos-example/event-names.ts'
import { familyResourceTypes } from '../aptos-example/offer-resources.ts'
import { DEPOSIT_EVENT_TYPES, DEPOSIT_RESOURCE_TYPES } from '../decode/apt-deposits.ts'
import { BLUEMOVE_CONTRACTS, BLUEMOVE_ID } from './contracts.ts'
import { decodeEventV1, EVENT_TYPES_V1 } from './decode-v1.ts'
import { BLUEMOVE_GUARD_SCRIPTS } from './guard-scripts.ts'
import { BLUEMOVE_PAYLOADS } from './payload.ts'

/**
 * BlueMove: one contract of its own for v1 tokens, one of the Aptos example for v2 tokens.
 *
 * @NOTE Orders of the family's contract count only under the fee schedule that its clients name. It is known from
 *   clients alone; were it another one, we would show none of the marketplace's v2 orders, until the configuration names it.
 *   That is the lesser harm: under a schedule that anyone opened, a bid may take a token and pay nothing for it.
 *   `decode.test.ts` pins this.
 */
export const bluemoveAdapter: MarketplaceAdapter = {
  id: BLUEMOVE_ID,
  displayName: 'BlueMove',
  isNative: false,
  displayFeeBps: 250,
  bidsExpire: true,
  contracts: BLUEMOVE_CONTRACTS,
  aliases: [],
  eventTypes: ({ packageAddress }) => [
    ...familyEventTypes(packageAddress),
    ...feeEventTypes(packageAddress),
    ...EVENT_TYPES_V1,
  ],
  companionEventTypes: DEPOSIT_EVENT_TYPES,
  companionResourceTypes: DEPOSIT_RESOURCE_TYPES,
  resourceTypes: ({ packageAddress }) => [...familyResourceTypes(packageAddress), ...feeResourceTypes(packageAddress)],
  decode: (contracts, event, transaction) =>
    decodeEventV1(event, transaction) ?? decodeFamilyEvent(BLUEMOVE_ID, contracts, event, transaction),
  decodeCommission: (contracts, event, transaction) =>
    decodeFamilyCommission(BLUEMOVE_ID, contracts, event, transaction),
  salesWithoutSeller: ['v1'],
  payload: BLUEMOVE_PAYLOADS,
  // Name and collection may be exchanged; and whether an offer's time is a timestamp or a duration is unknown.
  unproven: { 'update-price': ['v1'], 'place-token-offer': ['v1', 'v2'], 'place-collection-offer': ['v1', 'v2'] },
  guardScripts: BLUEMOVE_GUARD_SCRIPTS,
  aggregatorSupport: { namesV1ListingsBy: 'token', delists: ['v1'], sellsIntoCollectionOffers: false },
}
