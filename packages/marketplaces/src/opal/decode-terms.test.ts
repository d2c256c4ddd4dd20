import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { ListingPlaced } from '@opal/domain/market-event'
import { NO_TERMS } from '@opal/domain/prices/listing-terms'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { opalAdapter } from './adapter.ts'
import { OPAL_CONTRACTS } from './contracts.ts'
import { TERMS_PAYLOADS } from './terms-payloads.ts'

const [LOCAL, MAINNET] = [OPAL_CONTRACTS.local, OPAL_CONTRACTS.mainnet] as [MarketplaceContracts, MarketplaceContracts]
const BUYER = parseAddress('0xb0')
const U64 = fc.bigInt(1n, 2n ** 64n - 1n)

function decode(terms: JsonObject, contracts: MarketplaceContracts = LOCAL) {
  const transaction = transactionOf(`${toShortAddress(contracts.packageAddress)}::events::ListingPlaced`, {
    marketplace: LOCAL.feeScheduleAddress,
    type: 'fixed price',
    listing: '0xb01',
    seller: '0x5e',
    price: '500',
    token_metadata: {
      creator_address: '0xa1',
      collection_name: 'Tide Pools',
      collection: { vec: [{ inner: '0xc01' }] },
      token_name: '#1',
      token: { vec: [{ inner: '0x71' }] },
      property_version: { vec: [] },
    },
    coin_type: '0x1::aptos_coin::AptosCoin',
    ...terms,
  })
  const [event] = transaction.events
  return opalAdapter.decode(contracts, event, transaction) as ListingPlaced
}

const NONE = {
  reserved_for: '0x0',
  expiration_time: '0',
  end_price: '500',
  falls_from: '0',
  falls_until: '0',
  least_proceeds: '0',
}

it('a listing without terms has none, and the package that is live on mainnet states none', () => {
  expect(decode(NONE).terms).toEqual(NO_TERMS)
  expect(decode({}, MAINNET).terms).toBeUndefined()
})

it('a fall that the contract does not place stops the marketplace', () => {
  fc.assert(
    fc.property(U64, U64, U64, (end, from, until) => {
      const terms = { ...NONE, end_price: String(end), falls_from: String(from), falls_until: String(until) }
      if (end < 500n && from < until) {
        expect(decode(terms).terms?.fall).toEqual({ endOctas: end, fromSeconds: from, untilSeconds: until })
      } else expect(() => decode(terms)).toThrowError(/end_price|falls_from/)
    }),
    {
      examples: [
        [499n, 1n, 2n],
        [500n, 1n, 2n],
        [499n, 2n, 2n],
      ],
    },
  )
})

it('what a call names is what the listing states', () => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
  const falls = fc.record({
    endOctas: fc.bigInt(1n, 499n),
    fromSeconds: fc.constant(7n),
    untilSeconds: fc.bigInt(8n, 2n ** 40n),
  })
  const terms = fc.record({
    fall: maybe(falls),
    expiresAtSeconds: maybe(U64),
    reservedFor: maybe(fc.constant(BUYER)),
    leastOctas: fc.bigInt(0n, 400n),
  })
  fc.assert(
    fc.property(terms, (named) => {
      const token = { standard: 'v2', tokenDataId: parseAddress('0x71') } as const
      const { functionArguments } = TERMS_PAYLOADS['list-on-terms'](LOCAL, {
        kind: 'list-on-terms',
        token,
        priceOctas: 500n,
        terms: named,
      })
      const [, , prices, ends, from, until, expiration, buyer, leasts] = functionArguments as readonly [
        ...unknown[],
      ] as readonly [unknown, unknown, string[], string[], string, string, string, string, string[]]
      expect(prices).toEqual(['500'])
      const stated = {
        reserved_for: buyer,
        expiration_time: expiration,
        end_price: ends[0] ?? '',
        falls_from: from,
        falls_until: until,
        least_proceeds: leasts[0] ?? '',
      }
      expect(decode(stated).terms).toEqual(named)
    }),
  )
})
