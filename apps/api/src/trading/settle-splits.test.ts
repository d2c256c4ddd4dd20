import { parseAddress } from '@opal/domain/address'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nativeSale } from '../testing/native-sale.ts'
import { simulated } from '../testing/test-api.ts'
import { type MoneyMove, splitItems } from './money.ts'
import { BLANK_ITEM, type PlannedItem } from './plan/trade-plan.ts'
import { settleSplits } from './settle-splits.ts'

const marketplaces = contractsOf('local')
const deployed = marketplaces.find(({ adapter }) => adapter.isNative) ?? null
const [LISTING, TOKEN, SELLER] = [parseAddress('0xb01'), parseAddress('0x71'), parseAddress('0x5e')]
const listing = {
  marketplace: deployed?.adapter.id ?? '',
  listingId: LISTING,
  tokenDataId: TOKEN,
  propertyVersion: 0n,
  seller: SELLER,
  priceOctas: 10_000n,
  validity: 'valid',
  terms: null,
  placedAtMicros: 0n,
  lastVersion: 1n,
} as const
const item: PlannedItem = { ...BLANK_ITEM, tokenDataId: TOKEN, listing, deployed, priceOctas: 10_000n }
/** Commission 1.5 %, no royalty: the seller gets 9,850. */
const shown = splitItems([item], new Map())

const sale = (paid: object, listingId: string = LISTING) =>
  nativeSale({ listingId, tokenDataId: TOKEN }, { price: '10000', commission: '150', royalties: '0', ...paid })

const whom = (paid: object, moves: MoneyMove = 'pays-price') =>
  settleSplits(shown, sale(paid), marketplaces, moves).difference

test('a sale that is split as shown does not differ', () => {
  expect(settleSplits(shown, sale({}), marketplaces, 'pays-price')).toEqual({ items: shown, difference: null })
})

test('a buyer pays the same however others share the price: the simulation’s division is shown', () => {
  const { items, difference } = settleSplits(
    shown,
    sale({ commission: '250', royalties: '7' }),
    marketplaces,
    'pays-price',
  )
  expect(difference).toBe('others')
  expect(items[0]?.split).toEqual({ sellerOctas: 9_743n, commissionOctas: 250n, royaltyOctas: 7n })
  expect(items[0]?.presented).toMatchObject({
    priceOctas: '10000',
    sellerOctas: '9743',
    commissionOctas: '250',
    commissionBps: 250,
    royaltyOctas: '7',
    royaltyBps: 7,
  })
  expect(whom({ price: '10001' })).toBe('signer')
})

test('a buyer may pay less than is shown: a price falls on chain before its step is stored', () => {
  for (const price of ['9999', '1'])
    expect(settleSplits(shown, sale({ price, commission: '0' }), marketplaces, 'pays-price')).toEqual({
      items: shown,
      difference: null,
    })
  expect(whom({ price: '9999' }, 'gets-net')).toBe('signer')
  expect(whom({ price: '9999' }, 'only-gas')).toBe('signer')
})

test('a seller must get what is shown, however the rest is shared', () => {
  expect(whom({ commission: '250' }, 'gets-net')).toBe('signer')
  expect(whom({ royalties: '1' }, 'gets-net')).toBe('signer')
  expect(whom({ commission: '100', royalties: '50' }, 'gets-net')).toBe('others')
})

test('counts a commission up to what was left to take it from, whatever its event says', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10_000n), fc.bigInt(0n, 20_000n), (royaltyOctas, stated) => {
      const paid = sale({ royalties: String(royaltyOctas), commission: String(stated) })
      const left = 10_000n - royaltyOctas
      const commissionOctas = stated < left ? stated : left
      const { items } = settleSplits(shown, paid, marketplaces, 'pays-price')
      expect(items[0]?.split).toEqual({ sellerOctas: left - commissionOctas, commissionOctas, royaltyOctas })
    }),
    { examples: [[9_900n, 150n]] },
  )
})

test('one item that differs for the signer leaves all as they were shown', () => {
  const two = splitItems([item, { ...item, listing: { ...listing, listingId: parseAddress('0xb02') } }], new Map())
  const { events, ...rest } = sale({ commission: '250' })
  const other = sale({ price: '10001' }, parseAddress('0xb02')).events.map((event) => ({
    ...event,
    index: event.index + 2,
  }))
  const simulated = { ...rest, events: [...events, ...other] }
  expect(settleSplits(two, simulated, marketplaces, 'pays-price')).toEqual({ items: two, difference: 'signer' })
})

test('only the same order counts, and what is traded', () => {
  const differing = { commission: '250' }
  const by = (items: typeof shown, transaction: ReturnType<typeof sale>) =>
    settleSplits(items, transaction, marketplaces, 'pays-price').difference
  expect(by(shown, sale(differing, '0xb02'))).toBeNull()
  expect(by(shown, simulated({}).transaction)).toBeNull()
  const left = splitItems([{ ...item, reason: { code: 'duplicate', sentence: '' } }], new Map())
  expect(by(left, sale(differing))).toBeNull()
})
