import { parseAddress } from '@opal/domain/address'
import type { WriteResource } from '@opal/domain/chain-transaction'
import type { JsonObject } from '@opal/domain/json'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { deadlineSeconds } from '../decode/deadline-seconds.ts'
import { coinStore } from '../testing/coin-store.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { TOPAZ_CONTRACTS } from './contracts.ts'
import { APT_TYPE_INFO, deadlineOf, decodeTopazEvent } from './decode.ts'

const contracts = TOPAZ_CONTRACTS.mainnet as MarketplaceContracts
const creator = parseAddress('0xa1')
const token_id = {
  property_version: '2',
  token_data_id: { creator: '0xa1', collection: 'Tide Pools', name: 'Tide Pool #1' },
}
const token = {
  standard: 'v1',
  tokenDataId: tokenDataIdV1(creator, 'Tide Pools', 'Tide Pool #1'),
  tokenName: 'Tide Pool #1',
  propertyVersion: 2n,
}
const coin_type = APT_TYPE_INFO
const collection = { collectionId: collectionIdV1(creator, 'Tide Pools') }

describe('decoding topaz', () => {
  it('reads a listing, its end and its sale by their number', () => {
    const data = { timestamp: '1', listing_id: '9', token_id, price: '50', amount: '1', seller: '0x5e' }
    const listed = { listingId: '9', token, collection, seller: parseAddress('0x5e'), priceOctas: 50n }
    expect(decode('ListEvent', data)).toMatchObject({ kind: 'listing-placed', ...listed })
    expect(decode('DelistEvent', data)).toMatchObject({ kind: 'listing-cancelled', ...listed })
    const sale = decode('BuyEvent', { ...data, buyer: '0xb0' })
    expect(sale).toMatchObject({ kind: 'listing-filled', ...listed, buyer: parseAddress('0xb0'), royaltyOctas: null })
  })

  it('reads a v2 token by its object', () => {
    const data = { listing_id: '9', token_inner: '0x71', collection_inner: '0xc01', price: '50', owner: '0x5e' }
    expect(decode('DelistEvent', data)).toMatchObject({
      token: { standard: 'v2', tokenDataId: parseAddress('0x71') },
      collection: { collectionId: parseAddress('0xc01') },
      seller: parseAddress('0x5e'),
    })
  })

  it('reads bids on one token', () => {
    const data = { bid_id: '7', token_id, price: '50', amount: '1', buyer: '0xb0', deadline: '1700000000', coin_type }
    const bid = { offerId: '7', token, buyer: parseAddress('0xb0') }
    expect(decode('BidEvent', data)).toMatchObject({ ...bid, expiresAtSeconds: 1_700_000_000n })
    expect(decode('CancelBidEvent', data)).toMatchObject({ kind: 'token-offer-cancelled', ...bid })
    const sold = decode('SellEvent', { ...data, seller: '0x5e' })
    expect(sold).toMatchObject({ kind: 'token-offer-filled', ...bid, seller: parseAddress('0x5e') })
  })

  it('reads bids on a collection', () => {
    const named = { creator: '0xa1', collection_name: 'Tide Pools' }
    const data = {
      bid_id: '7',
      ...named,
      price: '50',
      amount: '3',
      buyer: '0xb0',
      deadline: '1700000000000000',
      coin_type,
    }
    const placed = decode('CollectionBidEvent', data)
    expect(placed).toMatchObject({ collection, tokenAmount: 3n, expiresAtSeconds: 1_700_000_000n })
    expect(decode('CancelCollectionBidEvent', data)).toMatchObject({ remainingAmount: 3n })
    const filled = decode('FillCollectionBidEvent', {
      bid_id: '7',
      token_id,
      price: '50',
      buyer: '0xb0',
      seller: '0x5e',
    })
    expect(filled).toMatchObject({ kind: 'collection-offer-filled', token, collection, remainingAmount: null })
  })

  it('passes over bids in another coin than APT, or in a coin that is not named', () => {
    const terms = { bid_id: '7', token_id, price: '50', amount: '1', buyer: '0xb0', deadline: '1700000000' }
    const foreign = { ...APT_TYPE_INFO, account_address: '0xbad' }
    for (const name of ['BidEvent', 'CancelBidEvent']) {
      expect(decode(name, { ...terms, coin_type: foreign })).toBeNull()
      expect(decode(name, terms)).toBeNull()
    }
    const named = { ...terms, creator: '0xa1', collection_name: 'Tide Pools', coin_type: foreign }
    expect(decode('CollectionBidEvent', named)).toBeNull()
  })

  it('passes over sales that were paid in another coin', () => {
    const data = { listing_id: '9', token_id, price: '50', amount: '1', seller: '0x5e', buyer: '0xb0' }
    const sale = transactionOf(`${contracts.packageAddress}::events::BuyEvent`, data)
    const seller = parseAddress('0x5e')
    const deposit = {
      ...sale.events[0],
      type: '0x1::coin::DepositEvent',
      accountAddress: seller,
      creationNumber: 2n,
      data: { amount: '50' },
    }
    const event = { ...sale.events[0], index: 1 }
    const paidInto = (store: WriteResource) => ({ ...sale, events: [deposit, event], changes: [store] })
    const inApt = decodeTopazEvent(contracts, event, paidInto(coinStore(seller)))
    expect(inApt).toMatchObject({ kind: 'listing-filled', commissionOctas: 0n, royaltyOctas: 0n })
    expect(decodeTopazEvent(contracts, event, paidInto(coinStore(seller, '0xbad::coin::Coin')))).toBeNull()
  })

  it('passes over events that repeat or are no trades', () => {
    for (const name of ['SendEvent', 'ClaimEvent']) expect(decode(name, {})).toBeNull()
  })

  it('tells the unit of a deadline by its size', () => {
    const now = 1_700_000_000n
    expect([now, now * 1_000n, now * 1_000_000n].map(deadlineSeconds)).toEqual([now, now, now])
    expect(deadlineSeconds(BigInt(deadlineOf(now)))).toBe(now)
    expect(BigInt(deadlineOf(2n ** 64n - 1n))).toBeLessThan(2n ** 64n)
  })
})

function decode(name: string, data: JsonObject) {
  const transaction = transactionOf(`${contracts.packageAddress}::events::${name}`, data)
  return decodeTopazEvent(contracts, transaction.events[0], transaction)
}
