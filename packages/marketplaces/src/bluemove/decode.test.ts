import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { aptOrderTypes } from '../aptos-example/foreign-orders.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { bluemoveAdapter } from './adapter.ts'

const contracts = bluemoveAdapter.contracts.mainnet as MarketplaceContracts
const BID = {
  collection_offer: '0xb1d',
  purchaser: '0xb0',
  price: '10000000000',
  token_amount: '1',
  collection_metadata: { creator_address: '0xa1', collection_name: 'Opals', collection: { vec: [{ inner: '0xc01' }] } },
}

it("shows bids under the fee schedule that the marketplace's clients name, and none under another", () => {
  expect(decodeUnder(contracts.feeScheduleAddress as Address)).toMatchObject({ kind: 'collection-offer-placed' })
  expect(decodeUnder(parseAddress('0x6eedf'))).toBeNull()
})

function decodeUnder(accountAddress: Address) {
  const type = `${toShortAddress(contracts.packageAddress)}::events::CollectionOfferPlacedEvent`
  const transaction = transactionOf(type, BID)
  const changes = aptOrderTypes(contracts.packageAddress).map((resource) => ({
    index: 0,
    kind: 'write-resource' as const,
    address: parseAddress('0xb1d'),
    type: resource,
    data: {},
  }))
  return bluemoveAdapter.decode(contracts, { ...transaction.events[0], accountAddress }, { ...transaction, changes })
}
