import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAddress, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json, JsonObject } from '@opal/domain/json'
import type { MarketEvent, PoolChange } from '@opal/domain/market-event'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { opalAdapter } from '@opal/marketplaces/opal/adapter'
import { OPAL_CONTRACTS } from '@opal/marketplaces/opal/contracts'
import { transactionOf } from '@opal/marketplaces/testing/transaction-of'
import { describe, expect, it } from 'vitest'

const SOURCE = readFileSync(join(import.meta.dirname, '../marketplace/sources/events.move'), 'utf8')
const contracts = OPAL_CONTRACTS.local
if (contracts === null) throw new TypeError('the native marketplace is on the localnet')
const { packageAddress, feeScheduleAddress } = contracts

const [ORDER, SELLER, BUYER] = [parseAddress('0x0b01'), parseAddress('0x5e'), parseAddress('0xb0')]
const TOKEN = {
  creator_address: '0xa1',
  collection_name: 'Tide Pools',
  collection: { vec: [{ inner: '0xc01' }] },
  token_name: 'Tide Pool #1',
  token: { vec: [{ inner: '0x71' }] },
  property_version: { vec: [] },
}
/** Event field values as a node prints them, by name. */
const VALUES: Readonly<Record<string, Json>> = {
  marketplace: toShortAddress(feeScheduleAddress ?? ZERO_ADDRESS),
  type: 'fixed price',
  listing: '0xb01',
  token_offer: '0xb01',
  collection_offer: '0xb01',
  seller: '0x5e',
  purchaser: '0xb0',
  price: '500',
  commission: '7',
  royalties: '25',
  token_amount: '4',
  remaining_token_amount: '3',
  token_metadata: TOKEN,
  collection_metadata: { creator_address: '0xa1', collection_name: 'Tide Pools', collection: TOKEN.collection },
  coin_type: APT_COIN_TYPE,
  expiration_time: '2000',
  seller_received: '468',
  pool_offer: '0xb01',
  bidder: '0xb0',
  amount: '900',
  balance: '1400',
  reserved_for: '0xb0',
  end_price: '400',
  falls_from: '1000',
  falls_until: '2000',
  least_proceeds: '300',
  pool_balance: '900',
  root: `0x${'5e'.repeat(32)}`,
}

/** The event structs of the Move source, their fields in order. */
const ALL_EVENTS = [...SOURCE.matchAll(/#\[event\][^{]*struct (\w+) has drop, store \{([^}]*)\}/g)].map(
  ([, name = '', body = '']) => ({ name, fields: [...body.matchAll(/^\s*(\w+):/gm)].map(([, field = '']) => field) }),
)

/** Those of orders: the family's, and those of offers that a pool pays. */
const ORDER_EVENTS = ALL_EVENTS.filter(({ fields }) => fields.includes('marketplace'))
/** Those that change what a pool holds. */
const POOL_EVENTS = ALL_EVENTS.filter(({ fields }) => fields.includes('balance') || fields.includes('pool_balance'))

function dataOf(fields: readonly string[], changed: JsonObject = {}): JsonObject {
  const all = Object.entries({ ...VALUES, ...changed })
  return Object.fromEntries(all.filter(([name]) => fields.includes(name)))
}

function decode(name: string, data: JsonObject): { order: MarketEvent | null; pool: PoolChange | null } {
  const transaction: ChainTransaction = transactionOf(`${toShortAddress(packageAddress)}::events::${name}`, data)
  const [event] = transaction.events
  if (event === undefined || contracts === null) throw new TypeError('there is an event')
  const emitted = { ...event, accountAddress: ZERO_ADDRESS }
  return {
    order: opalAdapter.decode(contracts, emitted, transaction),
    pool: opalAdapter.decodePool?.(contracts, emitted, transaction) ?? null,
  }
}

describe('events of our own package, which stand on no resource of the write set', () => {
  it('are nine of the family and five of pools, and have no field that this test does not know', () => {
    expect([ALL_EVENTS, ORDER_EVENTS, POOL_EVENTS].map(({ length }) => length)).toEqual([14, 12, 3])
    expect(ALL_EVENTS.flatMap(({ fields }) => fields).filter((field) => !(field in VALUES))).toEqual([])
  })

  it.each(ORDER_EVENTS)('$name is decoded by what it states', ({ name, fields }) => {
    const event = decode(name, dataOf(fields)).order
    expect(event).toMatchObject({ marketplace: 'opal', priceOctas: 500n })
    if (event === null) return
    expect('listingId' in event ? event.listingId : event.offerId).toBe(ORDER)
    if ('seller' in event) expect(event.seller).toBe(SELLER)
    if ('buyer' in event) expect(event.buyer).toBe(BUYER)
    if ('commissionOctas' in event) expect(event).toMatchObject({ commissionOctas: 7n, royaltyOctas: 25n })
    if (event.kind === 'listing-placed') {
      const fall = { endOctas: 400n, fromSeconds: 1_000n, untilSeconds: 2_000n }
      expect(event.terms).toEqual({ fall, expiresAtSeconds: 2_000n, reservedFor: BUYER, leastOctas: 300n })
    }
    if ('expiresAtSeconds' in event) expect(event.expiresAtSeconds).toBe(2_000n)
    if ('remainingAmount' in event) expect(event.remainingAmount).toBe(3n)
    if ('setRoot' in event) expect(event.setRoot).toBe('5e'.repeat(32))
  })

  it.each(POOL_EVENTS)('$name states what the pool holds since', ({ name, fields }) => {
    const [amountOctas, balanceOctas] = fields.includes('pool_balance') ? [500n, 900n] : [900n, 1_400n]
    expect(decode(name, dataOf(fields)).pool).toMatchObject({
      marketplace: 'opal',
      wallet: BUYER,
      amountOctas,
      balanceOctas,
    })
  })

  it.each(ALL_EVENTS)('$name is another’s business in another coin', ({ name, fields }) => {
    const inOther = decode(name, dataOf(fields, { coin_type: '0xbad::aptos_coin::AptosCoin' }))
    expect(inOther).toEqual({ order: null, pool: null })
    const padded = `0x${'1'.padStart(64, '0')}::aptos_coin::AptosCoin`
    const { order, pool } = decode(name, dataOf(fields, { coin_type: padded }))
    expect(order ?? pool).not.toBeNull()
  })
})
