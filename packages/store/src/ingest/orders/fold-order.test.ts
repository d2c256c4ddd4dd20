import { expect, test } from 'vitest'
import type { OrderEventRow } from '../../schema/orders.ts'
import { toOrderActivities } from '../history/activity-drafts.ts'
import { toListingSpans } from '../history/listing-spans.ts'
import { toOfferSpans } from '../history/offer-spans.ts'
import { orderEventRow } from '../testing/order-event-row.ts'
import { foldOrder, foldSteps } from './fold-order.ts'

function event(version: number, action: string, fields: Partial<OrderEventRow> = {}): OrderEventRow {
  return orderEventRow({ version: BigInt(version), at_micros: BigInt(version) * 1_000n, action, ...fields })
}

const bid = (version: number, action: string, amount: bigint | null) =>
  event(version, action, { book: 'collection-offer', amount, buyer: '0xb' })

function activitiesOf(events: readonly OrderEventRow[]) {
  return toOrderActivities({
    first: events[0] as OrderEventRow,
    known: null,
    since: { version: 0n, micros: 0n },
    events,
  })
}

test('a second placing of an open listing is a new price, not a new listing', () => {
  const events = [event(1, 'placed'), event(2, 'placed', { price_octas: 8n })]
  const order = foldOrder(events)
  expect({ state: order.state, placed: order.placed.version, price: order.priceOctas }).toEqual({
    state: 'open',
    placed: 1n,
    price: 8n,
  })
  expect(activitiesOf(events).map((row) => row.kind)).toEqual(['list', 'reprice'])
})

test('a listing placed again after its end is opened again', () => {
  const events = [event(1, 'placed'), event(2, 'cancelled'), event(3, 'placed')]
  expect(foldOrder(events).placed.version).toBe(3n)
  expect(activitiesOf(events).map((row) => row.kind)).toEqual(['list', 'delist', 'list'])
})

test('spans meet without gap or overlap, and the last is open', () => {
  const events = [event(1, 'placed'), event(2, 'placed', { price_octas: 8n }), event(4, 'filled'), event(6, 'placed')]
  const spans = toListingSpans(events, 0n).map((span) => [span.from_micros, span.to_micros, span.price_octas])
  expect(spans).toEqual([
    [1_000n, 2_000n, 10n],
    [2_000n, 4_000n, 8n],
    [6_000n, null, 10n],
  ])
})

test('a collection offer stays open until nothing remains', () => {
  expect(foldOrder([bid(1, 'placed', 3n), bid(2, 'filled', 2n)])).toMatchObject({ state: 'open', remaining: 2n })
  expect(foldOrder([bid(1, 'placed', 1n), bid(2, 'filled', 0n)])).toMatchObject({ state: 'filled', remaining: 0n })
})

// @feature activity.trait-bids
test.each([
  ['a set', 'ab', ['set-bid', 'accept-set-bid', 'cancel-set-bid']],
  ['any token', '', ['collection-bid', 'accept-collection-bid', 'cancel-collection-bid']],
  ['a marketplace without sets', null, ['collection-bid', 'accept-collection-bid', 'cancel-collection-bid']],
])('the activities of an offer for %s say so, also where their event does not', (_, root, kinds) => {
  const events = [
    { ...bid(1, 'placed', 3n), set_root: root },
    { ...bid(2, 'filled', 2n), set_root: null },
    { ...bid(3, 'cancelled', 2n), set_root: root },
  ]
  expect(activitiesOf(events).map((row) => row.kind)).toEqual(kinds)
  // The offer that is known from an earlier batch.
  const known = foldOrder(events.slice(0, 1))
  const later = {
    first: events[1] as OrderEventRow,
    known,
    since: { version: 1n, micros: 0n },
    events: events.slice(1),
  }
  expect(toOrderActivities(later).map((row) => row.kind)).toEqual(kinds.slice(1))
})

test('where the chain does not say what remains, fills are counted', () => {
  const fills = [bid(1, 'placed', 3n), bid(2, 'filled', null), bid(3, 'filled', null)]
  expect(foldOrder(fills)).toMatchObject({ state: 'open', remaining: 1n })
  expect(foldOrder([...fills, bid(4, 'filled', null)])).toMatchObject({ state: 'filled', remaining: 0n })
})

test('a fill whose placing is unknown ends the offer', () => {
  expect(foldOrder([bid(2, 'filled', null)])).toMatchObject({ state: 'filled', remaining: 0n })
})

test('a cancellation without a price keeps the stored one', () => {
  const events = [
    event(1, 'placed'),
    event(2, 'placed', { price_octas: 8n }),
    event(3, 'cancelled', { price_octas: 0n }),
  ]
  expect(foldOrder(events)).toMatchObject({ state: 'cancelled', priceOctas: 8n })
  expect(activitiesOf(events).map((row) => row.price_octas)).toEqual([10n, 8n, 8n])
})

test('the spans of an offer are computed in one pass over its events', () => {
  let looks = 0
  const amount = () => {
    looks += 1
    return null
  }
  const fills = Array.from({ length: 200 }, (_, index) =>
    Object.defineProperty(bid(index + 2, 'filled', null), 'amount', { get: amount }),
  )
  const spans = toOfferSpans(foldSteps([bid(1, 'placed', 500n), ...fills]), null)
  expect(spans.map((span) => span.remaining_amount)).toEqual(
    fills.reduce((left) => [...left, 499n - BigInt(left.length - 1)], [500n]),
  )
  expect(looks).toBe(fills.length)
})
