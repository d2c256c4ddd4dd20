import type { MarketplaceAdapter } from '../adapter.ts'
import { decodeFamilyEvent } from '../example-family/decode.ts'
import { familyEventTypes } from '../example-family/event-names.ts'
import { collectionOfferType, tokenOfferType } from '../example-family/offer-resources.ts'
import { PAYMENT_EVENT_TYPES } from '../sale-payments.ts'
import { BLUEMOVE_CONTRACTS } from './contracts.ts'
import { decodeEventV1 } from './decode-v1.ts'
import { EVENT_TYPES_V1 } from './event-names-v1.ts'
import { BLUEMOVE_ID } from './id.ts'
import { BLUEMOVE_PAYLOADS } from './payload.ts'
import { simulateBluemove } from './simulate.ts'

/** BlueMove: one contract of its own for v1 tokens, one of the example family for v2 tokens. */
export const bluemoveAdapter: MarketplaceAdapter = {
  id: BLUEMOVE_ID,
  displayName: 'BlueMove',
  isNative: false,
  displayFeeBps: 250,
  contracts: BLUEMOVE_CONTRACTS,
  aliases: [],
  eventTypes: ({ packageAddress }) => [...familyEventTypes(packageAddress), ...EVENT_TYPES_V1],
  companionEventTypes: PAYMENT_EVENT_TYPES,
  resourceTypes: ({ packageAddress }) => [tokenOfferType(packageAddress), collectionOfferType(packageAddress)],
  decode: (contracts, event, transaction) =>
    decodeEventV1(event, transaction) ?? decodeFamilyEvent(BLUEMOVE_ID, contracts, event, transaction),
  payload: BLUEMOVE_PAYLOADS,
  simulate: simulateBluemove,
}
