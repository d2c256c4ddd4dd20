import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderEventRow } from '../../schema/orders.ts'
import { orderEventRow } from '../testing/order-event-row.ts'
import { firstOfEachSale, returnsItsPrice } from './sales.ts'

function fill(eventIndex: number, fields: Partial<OrderEventRow> = {}): OrderEventRow {
  const sale = { action: 'filled', order_id: '7', token_standard: 'v1', buyer: '0xb' } as const
  return orderEventRow({ version: 1n, at_micros: 1n, event_index: eventIndex, ...sale, ...fields })
}

const firstIndexes = (events: readonly OrderEventRow[]) => firstOfEachSale(events).map((event) => event.event_index)

test('two events of one v1 order are one sale', () => {
  expect(firstIndexes([fill(4), fill(2)])).toEqual([2])
})

test('two orders of one v1 token between the same wallets are two sales', () => {
  expect(firstIndexes([fill(1), fill(2, { order_id: '8' })])).toEqual([1, 2])
  expect(firstIndexes([fill(1), fill(2, { marketplace: 'elsewhere' })])).toEqual([1, 2])
  expect(firstIndexes([fill(1), fill(2, { book: 'token-offer' })])).toEqual([1, 2])
  expect(firstIndexes([fill(1), fill(2, { property_version: 1n })])).toEqual([1, 2])
})

test('a v1 offer for a collection buys an edition with each of its fills', () => {
  expect(firstIndexes([fill(1, { book: 'collection-offer' }), fill(2, { book: 'collection-offer' })])).toEqual([1, 2])
})

test('a v2 token passes once between two wallets, whichever module emits it', () => {
  const router = { marketplace: 'router', order_id: '0x9', token_standard: 'v2' }
  expect(firstIndexes([fill(3, router), fill(1, { token_standard: 'v2' })])).toEqual([1])
})

test('a sale returns its price where one wallet is on both sides, or half the price or more is royalty', () => {
  const octas = fc.bigInt({ min: 0n, max: 10n ** 15n })
  fc.assert(
    fc.property(octas, octas, fc.constantFrom('0x5', '0xb'), (one, other, seller) => {
      const [price, royalty] = one > other ? [one, other] : [other, one]
      const sale = fill(1, { seller, price_octas: price, royalty_octas: royalty })
      const isRoyalty = price > 0n && royalty >= price - royalty
      expect(returnsItsPrice(sale)).toBe(seller === '0xb' || isRoyalty)
      expect(returnsItsPrice({ ...sale, royalty_octas: null })).toBe(seller === '0xb')
    }),
  )
})
