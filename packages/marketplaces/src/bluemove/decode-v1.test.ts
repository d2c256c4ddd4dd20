import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { describe, expect, it } from 'vitest'
import { coinStore } from '../testing/coin-store.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { FEE_RECEIVER_V1, PACKAGE_V1 } from './contracts.ts'
import { decodeEventV1, listingIdV1 } from './decode-v1.ts'

const creator = parseAddress('0xa1')
const [seller, buyer] = [parseAddress('0x5e'), parseAddress('0xb0')]
const id = {
  property_version: '2',
  token_data_id: { creator: '0xa1', collection: 'Tide Pools', name: 'Tide Pool #1' },
}
const token = { standard: 'v1', tokenDataId: tokenDataIdV1(creator, 'Tide Pools', 'Tide Pool #1'), propertyVersion: 2n }
const collection = { collectionId: collectionIdV1(creator, 'Tide Pools') }
const listingId = listingIdV1(token)
const item = {
  creator_address: '0xa1',
  collection_name: 'Tide Pools',
  amount_per_item: '50',
  quantity_offer_items: '3',
  offerer: '0xb0',
  can_claim_tokens: { data: [{ key: id, value: '0x5e' }] },
}

describe('events of the v1 contract', () => {
  it('know a listing by its token, from placing to the end', () => {
    const data = { id, amount: '50', seller_address: '0x5e' }
    const listed = { listingId, token, collection, seller }
    expect(decode('marketplaceV2::ListEvent', data)).toMatchObject({ ...listed, priceOctas: 50n })
    const moved = decode('marketplaceV2::ChangePriceEvent', { ...data, amount: '60' })
    expect(moved).toMatchObject({ kind: 'listing-placed', ...listed, priceOctas: 60n })
    for (const name of ['DelistEvent', 'DeListEvent']) {
      const gone = decode(`marketplaceV2::${name}`, { id, seller_address: '0x5e' })
      expect(gone).toMatchObject({ kind: 'listing-cancelled', ...listed })
    }
  })

  it('leave price and seller of a sale to its listing, and take the split from the deposits before it', () => {
    const sold = decode('marketplaceV2::BuyEvent', { id, buyer_address: '0xb0' }, [
      [creator, 50n],
      [FEE_RECEIVER_V1, 25n],
      [seller, 925n],
    ])
    expect(sold).toMatchObject({
      kind: 'listing-filled',
      listingId,
      buyer,
      seller: null,
      priceOctas: 1_000n,
      commissionOctas: 25n,
      royaltyOctas: 50n,
    })
  })

  it('count no payment of another marketplace that sold something just before', () => {
    const type = `${toShortAddress(PACKAGE_V1)}::marketplaceV2::BuyEvent`
    const transaction = transactionOf(type, { id, buyer_address: '0xb0' })
    const paid = (to: typeof seller, amount: string) => ({
      ...transactionOf('0x1::coin::DepositEvent', { amount }).events[0],
      accountAddress: to,
      creationNumber: 2n,
    })
    const elsewhere = transactionOf('0xe15e::elsewhere::SaleEvent', {}).events[0]
    const paidAndSold = [paid(creator, '9000'), elsewhere, paid(seller, '50'), transaction.events[0]]
    const events = paidAndSold.map((event, index) => ({ ...event, index }))
    const event = events.at(-1) ?? transaction.events[0]
    const sold = decodeEventV1(event, { ...transaction, events, changes: [creator, seller].map((to) => coinStore(to)) })
    expect(sold).toMatchObject({ kind: 'listing-filled', seller: null, priceOctas: 50n })
  })

  it('read what was paid into a fungible store', () => {
    const store = parseAddress('0x570')
    const type = `${toShortAddress(PACKAGE_V1)}::marketplaceV2::BuyEvent`
    const transaction = transactionOf(type, { id, buyer_address: '0xb0' })
    const deposit = transactionOf('0x1::fungible_asset::Deposit', { store: '0x570', amount: '50' }).events[0]
    const [event] = [{ ...transaction.events[0], index: 1 }]
    const write = (resource: string, data: JsonObject) =>
      ({ index: 0, kind: 'write-resource', address: store, type: resource, data }) as const
    const changes = [
      write('0x1::fungible_asset::FungibleStore', { metadata: { inner: '0xa' } }),
      write('0x1::object::ObjectCore', { owner: '0x5e' }),
    ]
    const sold = decodeEventV1(event, { ...transaction, events: [deposit, event], changes })
    expect(sold).toMatchObject({ kind: 'listing-filled', seller: null, buyer, priceOctas: 50n })
  })

  it('read a sale for which nothing was seen paid', () => {
    const sold = decode('marketplaceV2::BuyEvent', { id, buyer_address: '0xb0' })
    expect(sold).toMatchObject({ kind: 'listing-filled', seller: null, commissionOctas: null, royaltyOctas: null })
  })

  it('know an offer by its number, or by token and bidder where it has none', () => {
    const data = { token_id: id, offerer: '0xb0', amount: '50' }
    const placed = decode('offer_lib::OfferEvent', { ...data, offer_id: '7', start_time: '10', duration: '5' })
    expect(placed).toMatchObject({ offerId: '7', token, buyer, priceOctas: 50n, expiresAtSeconds: 15n })
    const bare = decode('offer_lib::OfferEvent', data) as unknown as { offerId: string }
    expect(bare).toMatchObject({ expiresAtSeconds: null })
    const cancelled = decode('offer_lib::CancelOfferEvent', { id, offerer: '0xb0' })
    expect(cancelled).toMatchObject({ kind: 'token-offer-cancelled', offerId: bare.offerId })
    const accepted = decode('offer_lib::AcceptOfferEvent', { ...data, owner_token: '0x5e' })
    expect(accepted).toMatchObject({ kind: 'token-offer-filled', offerId: bare.offerId, seller, buyer })
  })

  it.each([1n, 1_000n, 1_000_000n])('read until when an offer is, whether a second has %s of its units', (unit) => {
    const times = { start_time: String(1_700_000_000n * unit), duration: String(86_400n * unit) }
    const offer = decode('offer_lib::OfferEvent', { token_id: id, offerer: '0xb0', amount: '50', ...times })
    expect(offer).toMatchObject({ expiresAtSeconds: 1_700_086_400n })
    const placed = decode('offer_lib::OfferCollectionEvent', { offer_collection_item: item, ...times })
    expect(placed).toMatchObject({ expiresAtSeconds: 1_700_086_400n })
  })

  it('read collection offers, and their seller from who may claim', () => {
    const placed = decode('offer_lib::OfferCollectionEvent', { offer_collection_item: item })
    expect(placed).toMatchObject({ collection, buyer, priceOctas: 50n, tokenAmount: 3n })
    const cancelled = decode('offer_lib::CancelOfferCollectionEvent', {
      offer_collection_item: item,
      quantity_cancel_items: '2',
    })
    expect(cancelled).toMatchObject({ kind: 'collection-offer-cancelled', remainingAmount: 2n })
    const filled = decode('offer_lib::AcceptOfferCollectionEvent', { offer_collection_item: item, token_id: id })
    expect(filled).toMatchObject({ kind: 'collection-offer-filled', token, seller, remainingAmount: null })
  })

  it('tell the seller of this token from those whose tokens wait to be claimed as well', () => {
    const other = { key: { ...id, property_version: '1' }, value: '0xbad' }
    const waiting = { ...item, can_claim_tokens: { data: [other, { key: id, value: '0x5e' }] } }
    const filled = decode('offer_lib::AcceptOfferCollectionEvent', { offer_collection_item: waiting, token_id: id })
    expect(filled).toMatchObject({ kind: 'collection-offer-filled', seller })
  })

  it('pass over auctions and claims', () => {
    for (const name of ['marketplaceV2::AuctionEvent', 'offer_lib::ClaimTokenOffer'])
      expect(decode(name, {})).toBeNull()
  })
})

type Deposits = readonly (readonly [typeof seller, bigint])[]

function decode(name: string, data: JsonObject, deposits: Deposits = []) {
  const transaction = transactionOf(`${toShortAddress(PACKAGE_V1)}::${name}`, data)
  const paid = deposits.map(([accountAddress, octas], index) => ({
    ...transaction.events[0],
    index,
    accountAddress,
    creationNumber: 2n,
    type: '0x1::coin::DepositEvent',
    data: { amount: String(octas) },
  }))
  const event = { ...transaction.events[0], index: paid.length }
  const changes = deposits.map(([account]) => coinStore(account))
  return decodeEventV1(event, { ...transaction, events: [...paid, event], changes })
}
