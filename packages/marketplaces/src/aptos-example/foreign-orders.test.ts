import { type Address, parseAddress, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { JsonObject } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { coinStore } from '../testing/coin-store.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { decodeFamilyEvent } from './decode.ts'

const [PACKAGE, SCHEDULE, ORDER] = [parseAddress('0xd520d'), parseAddress('0xfe'), parseAddress('0xb01')]
const [SELLER, MARKETPLACE] = [parseAddress('0x5e'), parseAddress('0xfee')]
const WORTHLESS = '0xbad::coin::Worthless'
const contracts: MarketplaceContracts = {
  packageAddress: PACKAGE,
  feeScheduleAddress: SCHEDULE,
  commission: { numerator: 15n, denominator: 1000n },
  status: 'active',
}

const TOKEN = {
  creator_address: '0xa1',
  collection_name: 'Tide Pools',
  collection: { vec: [{ inner: '0xc01' }] },
  token_name: 'Tide Pool #1',
  token: { vec: [{ inner: '0x71' }] },
  property_version: { vec: [] },
}
const WANTED = { creator_address: '0xa1', collection_name: 'Tide Pools', collection: { vec: [{ inner: '0xc01' }] } }
const listing = { type: 'fixed price', listing: '0xb01', seller: '0x5e', price: '500', token_metadata: TOKEN }
const tokenOffer = { token_offer: '0xb01', purchaser: '0xb0', price: '500', token_metadata: TOKEN }
const collectionOffer = { collection_offer: '0xb01', purchaser: '0xb0', price: '500' }
const sale = { seller: '0x5e', purchaser: '0xb0', commission: '7', royalties: '0', token_metadata: TOKEN }

const PLACED: readonly (readonly [string, JsonObject, string])[] = [
  ['ListingPlacedEvent', listing, 'coin_listing::FixedPriceListing'],
  ['TokenOfferPlacedEvent', tokenOffer, 'token_offer::CoinOffer'],
  [
    'CollectionOfferPlacedEvent',
    { ...collectionOffer, token_amount: '1', collection_metadata: WANTED },
    'collection_offer::CoinOffer',
  ],
]
const FILLED: readonly (readonly [string, JsonObject])[] = [
  ['ListingFilledEvent', { ...listing, ...sale }],
  ['TokenOfferFilledEvent', { ...tokenOffer, ...sale }],
  ['CollectionOfferFilledEvent', { ...collectionOffer, ...sale }],
]

describe('orders of others, where they are asked for', () => {
  const including = { ...contracts, feeScheduleAddress: parseAddress('0xfed'), includesForeignOrders: true }

  it.each([...PLACED, ...FILLED].map(([name, data]) => [name, data] as const))(
    '%s is decoded whatever its schedule and its coin',
    (name, data) => {
      const transaction = transactionOf(`0xd520d::events::${name}`, data)
      const event = { ...transaction.events[0], accountAddress: SCHEDULE }
      expect(decodeFamilyEvent('pool', including, event, transaction)).not.toBeNull()
      expect(decodeFamilyEvent('pool', { ...including, includesForeignOrders: false }, event, transaction)).toBeNull()
    },
  )
})

describe('orders in a coin that is not APT', () => {
  it.each(PLACED)('%s counts only when the order that was written is in APT', (name, data, resource) => {
    expect(decode(name, data, { changes: [write(ORDER, `${resource}<${APT_COIN_TYPE}>`)] })).not.toBeNull()
    expect(decode(name, data, { changes: [write(ORDER, `${resource}<${WORTHLESS}>`)] })).toBeNull()
    expect(decode(name, data, { changes: [write(parseAddress('0xb02'), `${resource}<${APT_COIN_TYPE}>`)] })).toBeNull()
    expect(decode(name, data, {})).toBeNull()
  })

  it.each(FILLED)('%s counts only when the payment before it was in APT', (name, data) => {
    expect(decode(name, data, { paid: APT_COIN_TYPE })).not.toBeNull()
    expect(decode(name, data, { paid: WORTHLESS })).toBeNull()
    expect(decode(name, data, {})).toBeNull()
  })

  it.each(FILLED)('%s does not count for a payment in APT that someone made earlier', (name, data) => {
    const early = parseAddress('0xbad')
    const earlier = { paid: WORTHLESS, before: early, changes: [coinStore(early, APT_COIN_TYPE)] }
    expect(decode(name, data, earlier)).toBeNull()
  })

  it('count when the order was placed and sold immediately, by its sale', () => {
    const filled = { ...listing, ...sale }
    const placed = decode('ListingPlacedEvent', listing, { paid: APT_COIN_TYPE, later: ['ListingFilledEvent', filled] })
    expect(placed).toMatchObject({ kind: 'listing-placed', priceOctas: 500n })
    const foreign = { paid: WORTHLESS, later: ['ListingFilledEvent', filled] } as const
    expect(decode('ListingPlacedEvent', listing, foreign)).toBeNull()
  })

  it('count as the gifts they are when the price is nothing', () => {
    expect(decode('ListingFilledEvent', { ...listing, ...sale, price: '0', commission: '0' }, {})).not.toBeNull()
  })

  it('can be cancelled: that changes no stats, and the event names no coin', () => {
    expect(decode('ListingCanceledEvent', listing, {})).toMatchObject({ kind: 'listing-cancelled' })
  })
})

describe('thousands of orders in one transaction are each looked at a few times', () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => parseAddress(`0x${(at + 1).toString(16)}`))

  it.each(['ListingCanceledEvent', 'ListingFilledEvent'])('where they are placed and end by %s', (ending) => {
    const events = ids.flatMap((id) => [
      eventOf('ListingPlacedEvent', { ...listing, listing: id }, SCHEDULE),
      eventOf(ending, { ...listing, ...sale, listing: id }, SCHEDULE),
    ])
    expect(readsOf(events, [])).toBeLessThan(20 * events.length)
  })

  it('where they are bids that were taken', () => {
    const fill = { ...collectionOffer, ...sale, price: '0' }
    const events = ids.map((id) => eventOf('CollectionOfferFilledEvent', { ...fill, collection_offer: id }, SCHEDULE))
    const deleted = ids.map((address, index): ChainChange => ({ index, kind: 'delete-resource', address, type: '' }))
    expect(readsOf(events, deleted)).toBeLessThan(20 * events.length)
  })
})

/** Decodes all events of a transaction. @returns how often the type of one was read. */
function readsOf(events: readonly ChainEvent[], changes: readonly ChainChange[]): number {
  let reads = 0
  const counted = events.map((event, index) => ({
    ...event,
    index,
    get type() {
      reads += 1
      return event.type
    },
  }))
  const transaction: ChainTransaction = { ...transactionOf('', {}), events: counted, changes }
  for (const event of counted) decodeFamilyEvent('pool', contracts, event, transaction)
  return reads
}

describe("orders under someone else's fee schedule", () => {
  const [name, data, resource] = PLACED[0] ?? ['', {}, '']
  const changes = [write(ORDER, `${resource}<${APT_COIN_TYPE}>`)]

  it('are not ours: the account that opened it may take the whole price', () => {
    expect(decode(name, data, { changes, schedule: parseAddress('0x6eedf') })).toBeNull()
    expect(decode('ListingPlaced', { ...data, marketplace: '0x6eedf' }, { changes })).toBeNull()
    expect(decode('ListingPlaced', { ...data, marketplace: '0xfe' }, { changes })).not.toBeNull()
  })
})

interface Circumstances {
  readonly changes?: readonly ChainChange[]
  /** Coin that the seller was paid in, just before the event. */
  readonly paid?: string
  /** Receiver of an even earlier payment. */
  readonly before?: Address
  readonly schedule?: Address
  /** A later event of the same transaction, which then is what was paid for. */
  readonly later?: readonly [string, JsonObject]
}

function decode(name: string, data: JsonObject, circumstances: Circumstances) {
  const { changes = [], paid, before, schedule = SCHEDULE, later } = circumstances
  const own = eventOf(name, data, name.endsWith('Event') ? schedule : ZERO_ADDRESS)
  const deposits = [...(before === undefined ? [] : [before]), ...(paid === undefined ? [] : [MARKETPLACE, SELLER])]
  const payments = deposits.map((to) => eventOf('0x1::coin::DepositEvent', { amount: '250' }, to, 2n))
  const events = later === undefined ? [...payments, own] : [own, ...payments, eventOf(...later, schedule)]
  const stores = paid === undefined ? [] : [MARKETPLACE, SELLER].map((to) => coinStore(to, paid))
  const transaction: ChainTransaction = {
    ...transactionOf('', {}),
    events: events.map((event, index) => ({ ...event, index })),
    changes: [...changes, ...stores],
  }
  const event = transaction.events[events.indexOf(own)]
  if (event === undefined) throw new TypeError('The event is not in its transaction.')
  return decodeFamilyEvent('pool', contracts, event, transaction)
}

function eventOf(name: string, data: JsonObject, accountAddress: Address, creationNumber = 1n) {
  const type = name.startsWith('0x') ? name : `${toShortAddress(PACKAGE)}::events::${name}`
  return { ...transactionOf(type, data).events[0], accountAddress, creationNumber }
}

function write(address: Address, resource: string): ChainChange {
  const type = `${toShortAddress(PACKAGE)}::${resource}`
  return { index: 0, kind: 'write-resource', address, type, data: { price: '500', coins: { value: '500' } } }
}
