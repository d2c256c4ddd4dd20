import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { OPAL_CONTRACTS } from './contracts.ts'
import { decodeOpalEvent } from './decode.ts'

const CONTRACTS = OPAL_CONTRACTS.local as MarketplaceContracts
const OURS = CONTRACTS.feeScheduleAddress as Address
const GREEDY = parseAddress('0x6eedf')
const BID = {
  collection_offer: '0xb1d',
  purchaser: '0xb0',
  price: '10000000000',
  token_amount: '1',
  collection_metadata: { creator_address: '0xa1', collection_name: 'Opals', collection: { vec: [{ inner: '0xc01' }] } },
}

/** Decodes a bid as a handle event on `account`, or as a module event when there is none. */
function decode(name: string, data: JsonObject, account?: Address) {
  const transaction = transactionOf(`${toShortAddress(CONTRACTS.packageAddress)}::events::${name}`, data)
  const [event] = transaction.events
  return decodeOpalEvent(CONTRACTS, { ...event, ...(account && { accountAddress: account }) }, transaction)
}

it('reads bids under our fee schedule, told in either form', () => {
  expect(decode('CollectionOfferPlacedEvent', BID, OURS)).toMatchObject({ kind: 'collection-offer-placed' })
  expect(decode('CollectionOfferPlaced', { marketplace: toShortAddress(OURS), ...BID })).toMatchObject({
    kind: 'collection-offer-placed',
  })
})

it("is silent about a bid under somebody else's fee schedule, which may take the whole price", () => {
  expect(decode('CollectionOfferPlacedEvent', BID, GREEDY)).toBeNull()
  expect(decode('CollectionOfferPlaced', { marketplace: toShortAddress(GREEDY), ...BID })).toBeNull()
})
