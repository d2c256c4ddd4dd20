import { parseAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { MERCATO_CONTRACTS } from './contracts.ts'
import { decodeMercatoEvent } from './decode.ts'

const contracts = MERCATO_CONTRACTS.mainnet as MarketplaceContracts
const creator = parseAddress('0xa1')
const [seller, buyer] = [parseAddress('0x5e'), parseAddress('0xb0')]
const token_id = {
  property_version: '2',
  token_data_id: { creator: '0xa1', collection: 'Tide Pools', name: 'Tide Pool #1' },
}
const token = { standard: 'v1', tokenDataId: tokenDataIdV1(creator, 'Tide Pools', 'Tide Pool #1'), propertyVersion: 2n }
const collection = { collectionId: collectionIdV1(creator, 'Tide Pools') }

describe('events on v1 tokens', () => {
  it('know a listing by its token and owner, from placing to sale', () => {
    const data = { timestamp: '1', token_id, price: '50', owner: '0x5e' }
    const placed = decode('listings::InsertListingEvent', data)
    expect(placed).toMatchObject({ kind: 'listing-placed', token, collection, seller, priceOctas: 50n })
    const { listingId } = placed as { listingId: string }
    const updated = decode('listings::UpdateListingEvent', { ...data, price: '60', old_price: '50' })
    expect(updated).toMatchObject({ kind: 'listing-placed', listingId, priceOctas: 60n })
    expect(decode('listings::DeleteListingEvent', data)).toMatchObject({ kind: 'listing-cancelled', listingId })
    const sold = decode('listings::BuyEvent', { ...data, buyer: '0xb0' })
    expect(sold).toMatchObject({ kind: 'listing-filled', listingId, buyer, seller })
    expect(decode('listings::InsertListingEvent', { ...data, owner: '0x5f' })).not.toMatchObject({ listingId })
  })

  it('know a bid by its nonce', () => {
    const data = { timestamp: '1', nonce: '42', bid_buyer: '0xb0', token_id, price: '50' }
    const bid = { offerId: '42', buyer, token }
    const placed = decode('biddings::InsertTokenBidEvent', data)
    expect(placed).toMatchObject({ kind: 'token-offer-placed', ...bid, expiresAtSeconds: null })
    expect(decode('biddings::DeleteTokenBidEvent', data)).toMatchObject({ kind: 'token-offer-cancelled', ...bid })
    const sold = decode('biddings::AcceptTokenBidEvent', { ...data, bid_seller: '0x5e' })
    expect(sold).toMatchObject({ kind: 'token-offer-filled', ...bid, seller })
  })

  it('know a collection bid by its nonce, and a fill by its token', () => {
    const collection_id = { collection_creator: '0xa1', collection_name: 'Tide Pools' }
    const data = { timestamp: '1', nonce: '43', bid_buyer: '0xb0', collection_id, amount: '3', price: '50' }
    const bid = { offerId: '43', buyer, collection }
    expect(decode('biddings::InsertCollectionBidEvent', data)).toMatchObject({ ...bid, tokenAmount: 3n })
    expect(decode('biddings::DeleteCollectionBidEvent', data)).toMatchObject({ ...bid, remainingAmount: 3n })
    const fill = { nonce: '43', bid_buyer: '0xb0', bid_seller: '0x5e', token_id, price: '50' }
    const filled = decode('biddings::AcceptCollectionBidEvent', fill)
    expect(filled).toMatchObject({ ...bid, token, seller, remainingAmount: null })
  })
})

function decode(name: string, data: JsonObject) {
  const transaction = transactionOf(`${contracts.packageAddress}::${name}`, data)
  return decodeMercatoEvent(contracts, transaction.events[0], transaction)
}
