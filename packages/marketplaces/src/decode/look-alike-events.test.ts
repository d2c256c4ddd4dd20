import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { decodeMarketEvents } from './decode-market-events.ts'

const NETWORKS = ['local', 'mainnet'] as const
const TYPES = NETWORKS.flatMap((network) =>
  contractsOf(network).flatMap(({ adapter, contracts }) =>
    adapter.eventTypes(contracts).map((type) => ({ network, marketplace: adapter.id, type })),
  ),
)
const KNOWN = new Set(TYPES.map(({ type }) => type))
const TOKEN = { property_version: '0', token_data_id: { creator: '0xa1', collection: 'Tide', name: 'Tide #1' } }

/** Returns whatever the marketplaces of a network make of one event of this type. */
function decodedFrom(network: (typeof NETWORKS)[number], type: string): readonly unknown[] {
  const data = {
    price: '500',
    amount: '500',
    seller: '0x5e',
    buyer: '0xb0',
    id: TOKEN,
    token_id: TOKEN,
    listing_id: '7',
  }
  const { events, commissions, pools, failures } = decodeMarketEvents(transactionOf(type, data), contractsOf(network))
  return [events, commissions, pools, failures].flat()
}

/** A part of a type, changed so that it looks the same at a glance. */
const disguised = (part: string) => {
  const place = fc.nat(part.length - 1)
  return fc.oneof(
    fc.constantFrom(`${part}0`, `${part}_`, `_${part}`, part.toUpperCase(), `${part}V2`),
    place.map((at) => part.slice(0, at) + part.slice(at + 1)),
    place.map((at) => part.slice(0, at) + part.charAt(at) + part.slice(at)),
    fc
      .tuple(place, fc.constantFrom(...'0123456789abcdefxyz'))
      .map(([at, other]) => part.slice(0, at) + other + part.slice(at + 1)),
  )
}

/** A type that a package of anyone's may have, made from one of a marketplace's. */
const lookAlike = fc.constantFrom(...TYPES).chain(({ network, type }) => {
  const [address = '', module = '', struct = ''] = type.split('::')
  const digits = address.slice(2)
  const anyAddress = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 1, maxLength: 64, size: 'max' })
  return fc
    .oneof(
      disguised(digits).map((other) => `0x${other}::${module}::${struct}`),
      anyAddress.map((other) => `0x${other.join('')}::${module}::${struct}`),
      disguised(module).map((other) => `${address}::${other}::${struct}`),
      disguised(struct).map((other) => `${address}::${module}::${other}`),
      fc.constantFrom(
        `${type}<0x1::aptos_coin::AptosCoin>`,
        `0xbad::${module}::${struct}<${type}>`,
        `0xbad::${type}`,
        `0xbad${type}`,
        ` ${type}`,
      ),
    )
    .filter((other) => !KNOWN.has(other))
    .map((other) => ({ network, other }))
})

it('an event of a type that only looks like a marketplace’s is not decoded, and does not stop the marketplace', () => {
  fc.assert(
    fc.property(lookAlike, ({ network, other }) => {
      expect(decodedFrom(network, other), other).toEqual([])
    }),
    { numRuns: runs(2_000) },
  )
})

it('events of the marketplaces’ own types are not passed over', () => {
  const seen = TYPES.filter(({ network, type }) => decodedFrom(network, type).length > 0)
  expect(new Set(seen.map(({ marketplace }) => marketplace))).toEqual(
    new Set(TYPES.map(({ marketplace }) => marketplace)),
  )
  expect(seen.length).toBeGreaterThan(TYPES.length / 2)
})
