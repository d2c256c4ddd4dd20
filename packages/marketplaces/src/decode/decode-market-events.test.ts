import { parseAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { JsonObject } from '@opal/domain/json'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { transactionOf as hollowTransaction } from '../testing/transaction-of.ts'
import { decodeMarketEvents, wantedTypes } from './decode-market-events.ts'

const PACKAGE = '0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9'
const FEE_SCHEDULE = '0x71f7c94805c33d32a7f9560c95f02e9d3b5bc49884a883916f03abe6da11ac08'
const FIXED_PRICE = `${PACKAGE}::coin_listing::FixedPriceListing<0x1::aptos_coin::AptosCoin>`
const deployed = contractsOf('local')
const GOOD = {
  type: 'fixed price',
  listing: '0xb01',
  seller: '0x5e',
  price: '500',
  token_metadata: {
    creator_address: '0xa1',
    collection_name: 'Tide Pools',
    collection: { vec: [{ inner: '0xc01' }] },
    token_name: 'Tide Pool #1',
    token: { vec: [{ inner: '0x71' }] },
    property_version: { vec: [] },
  },
  reserved_for: '0x0',
  expiration_time: '0',
  end_price: '500',
  falls_from: '0',
  falls_until: '0',
  least_proceeds: '0',
}

describe('decodeMarketEvents', () => {
  it('keeps the events it can decode among those it cannot', () => {
    const transaction = transactionOf([GOOD, { price: '500' }, GOOD])
    const { events, failures } = decodeMarketEvents(transaction, deployed)
    expect(events.map(({ raw }) => raw.index)).toEqual([0, 2])
    expect(failures).toMatchObject([{ marketplace: 'opal', event: { index: 1 }, error: { code: 'decode-failed' } }])
  })

  it('finds nothing in a transaction that failed', () => {
    expect(decodeMarketEvents({ ...transactionOf([GOOD]), success: false }, deployed).events).toEqual([])
  })

  it('names all types worth fetching', () => {
    const { eventTypes, resourceTypes, companionResourceTypes } = wantedTypes(deployed)
    expect(eventTypes).toContain(`${PACKAGE}::events::CollectionOfferFilledEvent`)
    expect(resourceTypes).toContain(`${PACKAGE}::collection_offer::CollectionOffer`)
    expect(resourceTypes).toContain(FIXED_PRICE)
    expect(companionResourceTypes).toContain('0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>')
  })
})

function transactionOf(datas: readonly JsonObject[]): ChainTransaction {
  const price = { index: 0, kind: 'write-resource', address: parseAddress('0xb01'), type: FIXED_PRICE } as const
  const changes = [{ ...price, data: { price: '500' } }]
  return { ...hollowTransaction('0x7::m::E', {}), timestampMicros: 5n, events: datas.map(placed), changes }
}

function placed(data: JsonObject, index: number): ChainEvent {
  const key = { accountAddress: parseAddress(FEE_SCHEDULE), creationNumber: 1n, sequenceNumber: 0n }
  return { index, type: `${PACKAGE}::events::ListingPlacedEvent`, ...key, data }
}
