import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json, JsonObject } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { decodeFamilyEvent } from '@opal/marketplaces/aptos-example/decode'
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
  marketplace: toShortAddress(feeScheduleAddress ?? parseAddress('0x0')),
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
  pool_balance: '900',
  root: `0x${'5e'.repeat(32)}`,
}

/** The event structs of the Move source, their fields in order. */
const ALL_EVENTS = [...SOURCE.matchAll(/#\[event\][^{]*struct (\w+) has drop, store \{([^}]*)\}/g)].map(
  ([, name = '', body = '']) => ({ name, fields: [...body.matchAll(/^\s*(\w+):/gm)].map(([, field = '']) => field) }),
)

/** Those of the family, which the index reads. */
const EVENTS = ALL_EVENTS.filter(({ name }) => !name.startsWith('Pool'))

function dataOf(fields: readonly string[], changed: JsonObject = {}): JsonObject {
  const all = Object.entries({ ...VALUES, ...changed })
  return Object.fromEntries(all.filter(([name]) => fields.includes(name)))
}

function decode(name: string, data: JsonObject): MarketEvent | null {
  const transaction: ChainTransaction = transactionOf(`${toShortAddress(packageAddress)}::events::${name}`, data)
  const [event] = transaction.events
  if (event === undefined || contracts === null) throw new TypeError('there is an event')
  return decodeFamilyEvent('opal', contracts, { ...event, accountAddress: parseAddress('0x0') }, transaction)
}

describe('events of our own package, which stand on no resource of the write set', () => {
  it('are nine of the family and five of pools, and have no field that this test does not know', () => {
    expect(EVENTS).toHaveLength(9)
    expect(ALL_EVENTS).toHaveLength(14)
    expect(ALL_EVENTS.flatMap(({ fields }) => fields).filter((field) => !(field in VALUES))).toEqual([])
  })

  it.each(EVENTS)('$name is decoded by what it tells', ({ name, fields }) => {
    const event = decode(name, dataOf(fields))
    expect(event).toMatchObject({ marketplace: 'opal', priceOctas: 500n })
    if (event === null) return
    expect('listingId' in event ? event.listingId : event.offerId).toBe(ORDER)
    if ('seller' in event) expect(event.seller).toBe(SELLER)
    if ('buyer' in event) expect(event.buyer).toBe(BUYER)
    if ('commissionOctas' in event) expect(event).toMatchObject({ commissionOctas: 7n, royaltyOctas: 25n })
    if ('expiresAtSeconds' in event) expect(event.expiresAtSeconds).toBe(2_000n)
    if ('remainingAmount' in event) expect(event.remainingAmount).toBe(3n)
  })

  it.each(EVENTS)('$name is another’s business in another coin', ({ name, fields }) => {
    expect(decode(name, dataOf(fields, { coin_type: '0xbad::aptos_coin::AptosCoin' }))).toBeNull()
    const padded = `0x${'1'.padStart(64, '0')}::aptos_coin::AptosCoin`
    expect(decode(name, dataOf(fields, { coin_type: padded }))).not.toBeNull()
  })
})
