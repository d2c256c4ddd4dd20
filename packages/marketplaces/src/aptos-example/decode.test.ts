import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { JsonObject } from '@opal/domain/json'
import type { SaleSplit } from '@opal/domain/market-event'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { coinStore } from '../testing/coin-store.ts'
import { transactionOf as hollowTransaction } from '../testing/transaction-of.ts'
import { decodeFamilyEvent } from './decode.ts'
import { aptOrderTypes } from './foreign-orders.ts'

const PACKAGE = parseAddress('0x0d520d')
const [ARTIST, SELLER, BUYER] = [parseAddress('0xa1'), parseAddress('0x5e'), parseAddress('0xb0')]
const ORDER = parseAddress('0x0b01')
const contracts: MarketplaceContracts = {
  packageAddress: PACKAGE,
  feeScheduleAddress: parseAddress('0xfe'),
  commission: { numerator: 15n, denominator: 1000n },
  status: 'active',
}

const OBJECT = {
  creator_address: '0xa1',
  collection_name: 'Tide Pools',
  collection: { vec: [{ inner: '0xc01' }] },
  token_name: 'Tide Pool #1',
  token: { vec: [{ inner: '0x71' }] },
  property_version: { vec: [] },
}
const NAMED = { ...OBJECT, collection: { vec: [] }, token: { vec: [] }, property_version: { vec: ['3'] } }
const COLLECTION = { creator_address: '0xa1', collection_name: 'Tide Pools', collection: { vec: [{ inner: '0xc01' }] } }

const listing = { type: 'fixed price', listing: '0xb01', seller: '0x5e', price: '500' }
const tokenOffer = { token_offer: '0xb01', purchaser: '0xb0', price: '500' }
const collectionOffer = { collection_offer: '0xb01', purchaser: '0xb0', price: '500' }
const split = { commission: '7', royalties: '25' }

/** Every event with its expected fields apart from price and collection. */
const EVENTS: readonly (readonly [string, JsonObject, object])[] = [
  [
    'ListingPlaced',
    { ...listing, token_metadata: OBJECT },
    { kind: 'listing-placed', listingId: ORDER, seller: SELLER },
  ],
  [
    'ListingCanceled',
    { ...listing, token_metadata: OBJECT },
    { kind: 'listing-cancelled', listingId: ORDER, seller: SELLER },
  ],
  [
    'ListingFilled',
    { ...listing, purchaser: '0xb0', ...split, token_metadata: OBJECT },
    { kind: 'listing-filled', listingId: ORDER, seller: SELLER, buyer: BUYER, commissionOctas: 7n, royaltyOctas: 25n },
  ],
  [
    'TokenOfferPlaced',
    { ...tokenOffer, token_metadata: OBJECT },
    { kind: 'token-offer-placed', offerId: ORDER, buyer: BUYER, expiresAtSeconds: null },
  ],
  [
    'TokenOfferCanceled',
    { ...tokenOffer, token_metadata: OBJECT },
    { kind: 'token-offer-cancelled', offerId: ORDER, buyer: BUYER },
  ],
  [
    'TokenOfferFilled',
    { ...tokenOffer, seller: '0x5e', ...split, token_metadata: OBJECT },
    {
      kind: 'token-offer-filled',
      offerId: ORDER,
      buyer: BUYER,
      seller: SELLER,
      commissionOctas: 7n,
      royaltyOctas: 25n,
    },
  ],
  [
    'CollectionOfferPlaced',
    { ...collectionOffer, token_amount: '4', collection_metadata: COLLECTION },
    { kind: 'collection-offer-placed', offerId: ORDER, buyer: BUYER, tokenAmount: 4n },
  ],
  [
    'CollectionOfferCanceled',
    { ...collectionOffer, remaining_token_amount: '2', collection_metadata: COLLECTION },
    { kind: 'collection-offer-cancelled', offerId: ORDER, buyer: BUYER, remainingAmount: 2n },
  ],
  [
    'CollectionOfferFilled',
    { ...collectionOffer, seller: '0x5e', ...split, token_metadata: OBJECT },
    { kind: 'collection-offer-filled', offerId: ORDER, buyer: BUYER, seller: SELLER, remainingAmount: null },
  ],
]

describe('the nine events of the family', () => {
  it.each(EVENTS)('%s, spelled as a handle event and as a module event', (name, data, expected) => {
    const collection = { collectionId: parseAddress('0xc01'), creatorAddress: ARTIST, collectionName: 'Tide Pools' }
    const handle = decode(`${name}Event`, data)
    expect(handle).toMatchObject({ ...expected, marketplace: 'pool', priceOctas: 500n, collection })
    const module = decode(name, { marketplace: '0xfe', ...data })
    expect({ ...module, raw: null }).toEqual({ ...handle, raw: null })
  })

  it.each(EVENTS)('%s names the field it lacks', (name, data) => {
    const { price: _price, ...rest } = data
    expect(() => decode(name, rest)).toThrowError(
      expect.objectContaining({ code: 'decode-failed', origin: 'pool', path: 'price' }),
    )
  })

  it('are not those of another package, nor of another module', () => {
    const [, data] = EVENTS[0] ?? ['', {}]
    const transaction = transactionOf([])
    for (const type of ['0xbad::events::ListingPlaced', '0xd520d::event::ListingPlaced', '0xd520d::events::Listing']) {
      expect(decodeFamilyEvent('pool', contracts, eventOf(type, data), transaction)).toBeNull()
    }
  })
})

describe('what an event says of a sale', () => {
  const octas = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

  it.each(EVENTS.filter(([name]) => name.endsWith('Filled')))(
    '%s pays no more than the price, the royalty first',
    (name, data) => {
      fc.assert(
        fc.property(octas, octas, octas, (price, royalty, commission) => {
          const stated = { price: String(price), royalties: String(royalty), commission: String(commission) }
          const { royaltyOctas, commissionOctas } = decode(name, { ...data, ...stated }) as SaleSplit
          const paid = royalty < price ? royalty : price
          const left = price - paid
          expect([royaltyOctas, commissionOctas]).toEqual([paid, commission < left ? commission : left])
        }),
      )
    },
  )
})

describe('what an event says about its token', () => {
  it('gives a token without object the id of its names, and its property version', () => {
    const decoded = decode('ListingPlacedEvent', { ...listing, token_metadata: NAMED })
    expect(decoded).toMatchObject({
      token: {
        standard: 'v1',
        tokenDataId: tokenDataIdV1(ARTIST, 'Tide Pools', 'Tide Pool #1'),
        propertyVersion: 3n,
      },
      collection: { collectionId: collectionIdV1(ARTIST, 'Tide Pools') },
    })
  })

  it('accepts the fields that published configurations name for a fill, where ours are missing', () => {
    const id = { creator: '0xa1', collection: 'Tide Pools', name: 'Tide Pool #1' }
    const data = {
      listing: '0xb01',
      price: '500',
      owner: '0x5e',
      buyer: '0xb0',
      token_id: { token_data_id: id, property_version: '0' },
    }
    expect(decode('ListingFilledEvent', data)).toMatchObject({
      buyer: BUYER,
      seller: SELLER,
      token: { standard: 'v1', tokenDataId: tokenDataIdV1(ARTIST, 'Tide Pools', 'Tide Pool #1'), propertyVersion: 0n },
      commissionOctas: null,
      royaltyOctas: null,
    })
  })

  it('prefers the contract’s own fields to those', () => {
    const data = { ...listing, purchaser: '0xb0', buyer: '0xbad', owner: '0xbad', ...split, token_metadata: OBJECT }
    expect(decode('ListingFilledEvent', data)).toMatchObject({ buyer: BUYER, seller: SELLER })
  })

  it('decodes a burnt token as an object with an unknown id', () => {
    const burnt = { ...NAMED, creator_address: '0x1', token_name: ' burned', property_version: { vec: [] } }
    const decoded = decode('TokenOfferCanceledEvent', { ...tokenOffer, token_metadata: burnt })
    expect(decoded).toMatchObject({ offerId: ORDER, token: { standard: 'v2', propertyVersion: null } })
  })

  it('refuses a price that is no u64', () => {
    for (const price of ['-1', '1.5', '', 5]) {
      expect(() => decode('ListingPlaced', { ...listing, price, token_metadata: OBJECT })).toThrowError(/field price/)
    }
  })
})

describe('what only the write set says about an offer', () => {
  const offerType = `${toShortAddress(PACKAGE)}::collection_offer::CollectionOffer`
  const fill = { ...collectionOffer, seller: '0x5e', ...split, token_metadata: OBJECT }

  it('its expiry', () => {
    const written = write(offerType, { expiration_time: '1740700800', remaining: '4' })
    const data = { ...collectionOffer, token_amount: '4', collection_metadata: COLLECTION }
    expect(decode('CollectionOfferPlaced', data, [written])).toMatchObject({ expiresAtSeconds: 1_740_700_800n })
  })

  it('what is left after each of several fills in one transaction', () => {
    const free = { ...fill, price: '0' }
    const events = [0, 1, 2].map((index) => ({
      ...eventOf('0xd520d::events::CollectionOfferFilledEvent', free),
      index,
    }))
    const transaction = { ...transactionOf([write(offerType, { remaining: '5' })]), events }
    const left = events.map((event) => decodeFamilyEvent('pool', contracts, event, transaction))
    expect(left.map((event) => event?.kind === 'collection-offer-filled' && event.remainingAmount)).toEqual([
      7n,
      6n,
      5n,
    ])
  })

  it('that nothing is left when the offer was deleted', () => {
    const deleted: ChainChange = { index: 0, kind: 'delete-resource', address: ORDER, type: '0x1::object::ObjectGroup' }
    expect(decode('CollectionOfferFilled', fill, [deleted])).toMatchObject({ remainingAmount: 0n })
  })
})

/** Decodes an event of an order in APT, paid where it was sold. */
function decode(name: string, data: JsonObject, changes: readonly ChainChange[] = []) {
  const payment = {
    ...eventOf('0x1::coin::DepositEvent', { amount: '468' }),
    accountAddress: SELLER,
    creationNumber: 2n,
  }
  const event = { ...eventOf(`${toShortAddress(PACKAGE)}::events::${name}`, data), index: 1 }
  const inApt = [coinStore(SELLER), ...aptOrderTypes(PACKAGE).map((type) => write(type, {}))]
  const transaction = { ...transactionOf([...changes, ...inApt]), events: [payment, event] }
  return decodeFamilyEvent('pool', contracts, event, transaction)
}

function eventOf(type: string, data: JsonObject): ChainEvent {
  return { index: 0, type, accountAddress: parseAddress('0xfe'), creationNumber: 1n, sequenceNumber: 0n, data }
}

function write(type: string, data: JsonObject): ChainChange {
  return { index: 0, kind: 'write-resource', address: ORDER, type, data }
}

function transactionOf(changes: readonly ChainChange[]): ChainTransaction {
  return { ...hollowTransaction('0x7::m::E', {}), timestampMicros: 5n, events: [], changes }
}
