import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OwnershipEventRow } from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import { NO_EVENT_TERMS } from '../../testing/no-terms.ts'
import { askedColumns } from '../orders/listing-terms.ts'
import { orderEventRow } from '../testing/order-event-row.ts'
import { toListingSpans } from './listing-spans.ts'

const [LISTING, ANNA, BEN] = ['0x11', '0xf0', '0xf1']

function listingEvent(micros: bigint, fields: Partial<OrderEventRow> = {}): OrderEventRow {
  return orderEventRow({ version: micros, at_micros: micros, order_id: LISTING, seller: ANNA, ...fields })
}

function owned(micros: bigint, owner: string, amount: bigint, isFrozen = false): OwnershipEventRow {
  return {
    token_data_id: '0xa',
    property_version: 0n,
    owner_address: owner,
    storage_id: '0xa',
    version: micros,
    amount,
    at_micros: micros,
    is_frozen: isFrozen,
  }
}

const moment = fc.bigInt(1n, 30n)
const events = fc
  .array(
    fc.record({
      at_micros: moment,
      action: fc.constantFrom('placed', 'placed', 'cancelled'),
      seller: fc.constantFrom(ANNA, BEN),
      price_octas: fc.bigInt(1n, 4n),
    }),
    { maxLength: 8 },
  )
  .map((rows) => rows.map((row) => listingEvent(row.at_micros, row)).sort((a, b) => Number(a.at_micros - b.at_micros)))
const writes = fc
  .array(fc.tuple(moment, fc.constantFrom(ANNA, BEN, LISTING), fc.bigInt(0n, 1n), fc.boolean()), { maxLength: 8 })
  .map((rows) => rows.map((row) => owned(...row)).sort((a, b) => Number(a.version - b.version)))

/** Terms between the moments 1 and 30 of a story in seconds from 1,000. */
const terms = fc.oneof(
  fc.constant(NO_EVENT_TERMS),
  fc
    .record({
      from: fc.bigInt(900n, 1_400n),
      lasting: fc.bigInt(1n, 400n),
      expires_at_seconds: fc.option(fc.bigInt(1_001n, 1_400n)),
      reserved_for: fc.option(fc.constant(BEN), { freq: 1, nil: null }),
      isFalling: fc.boolean(),
    })
    .map(({ from, lasting, isFalling, ...rest }) => ({
      ...NO_EVENT_TERMS,
      ...(isFalling && { end_price_octas: 0n, falls_from_seconds: from, falls_until_seconds: from + lasting }),
      ...rest,
    })),
)

// @feature orders.deliverable
test('at each moment the spans hold the price of the last event, while the holder has the token and it is not frozen', () => {
  fc.assert(
    fc.property(events, writes, (history, owners) => {
      const spans = toListingSpans(history, 0n, owners)
      for (let micros = 0n; micros <= 31n; micros++) {
        const open = spans.filter((span) => span.from_micros <= micros && (span.to_micros ?? 99n) > micros)
        expect(open.map((span) => [span.seller, span.price_octas])).toEqual(openAt(history, owners, micros))
      }
    }),
    { numRuns: runs(300) },
  )
})

/** Returns the seller and price of the listing at a moment, by looking at everything until then. */
function openAt(history: readonly OrderEventRow[], owners: readonly OwnershipEventRow[], micros: bigint) {
  const last = history.findLast((event) => event.at_micros <= micros)
  if (last?.action !== 'placed') return []
  const holder = owners.some((row) => row.owner_address === LISTING) ? LISTING : last.seller
  const isKnown = owners.some((row) => row.at_micros <= micros)
  const held = owners.findLast((row) => row.at_micros <= micros && row.owner_address === holder)
  const canBeDelivered = held !== undefined && held.amount > 0n && !held.is_frozen
  return isKnown && !canBeDelivered ? [] : [[last.seller, last.price_octas]]
}

test('the owners of a token are looked at a few times, however often its listing was repriced', () => {
  let reads = 0
  const owners = Array.from({ length: 200 }, (_, at) => owned(BigInt(at), at % 2 === 0 ? ANNA : BEN, 1n))
  const counted = new Proxy(owners, {
    get: (target, key, receiver) => {
      reads++
      return Reflect.get(target, key, receiver)
    },
  })
  const history = Array.from({ length: 200 }, (_, at) => listingEvent(BigInt(at)))
  expect(toListingSpans(history, 0n, counted)).toHaveLength(199 + 1)
  expect(reads).toBeLessThan(10 * owners.length)
})

test('spans that are folded in two parts are those of all events together, with only the last writes of the first part', () => {
  // Two versions share a time, as transactions of a block do: a part may end within it. Moments are 25 seconds apart.
  const timed = <Row extends { readonly version: bigint }>(row: Row) => ({ ...row, at_micros: timeAt(row.version) })
  const stories = fc
    .record({ events, writes, split: moment, terms: fc.array(terms, { minLength: 8, maxLength: 8 }), late: moment })
    .map((story) => ({
      history: story.events.map((row, at) => ({ ...timed({ ...row, version: row.at_micros }), ...story.terms[at] })),
      owners: story.writes.map(timed),
      version: story.split,
      // The clock is that of the last version of the first part, or later: a batch may be of another stream.
      clocks: [timeAt(story.split - 1n), timeAt(story.split - 1n + story.late)] as const,
    }))
  fc.assert(
    fc.property(stories, ({ history, owners, version, clocks: [then, now] }) => {
      const isPast = (row: { readonly version: bigint }) => row.version < version
      const [past, before] = [history.filter(isPast), owners.filter(isPast)]
      const last = past.at(-1)
      const isHeld = (rows: readonly OwnershipEventRow[]) => rows.some((row) => row.owner_address === LISTING)
      const clock = [now, ...history.map((row) => row.at_micros), ...owners.map((row) => row.at_micros)].reduce(later)
      // A listing that owns its token for the first time is folded from its first event.
      fc.pre(last !== undefined && isHeld(owners) === isHeld(before))
      if (last === undefined) return
      const stored = toListingSpans(past, then, before)
      const placing = last.action === 'placed' ? last : null
      const turn = askedColumns(placing, then / 1_000_000n).next_change_seconds
      const fresh = [...history, ...owners].filter((row) => !isPast(row)).map((row) => row.at_micros)
      const changes = [...fresh, ...(turn !== null && turn * 1_000_000n <= clock ? [turn * 1_000_000n] : [])]
      fc.pre(changes.length > 0)
      const since = changes.reduce((a, b) => (a < b ? a : b))
      const reached = stored.filter((span) => span.from_micros >= last.at_micros && (span.to_micros ?? since) >= since)
      const rest = toListingSpans(history.slice(past.length - 1), clock, lastWrites(before, owners), {
        micros: since,
        open: reached.find((span) => span.from_micros < since) ?? null,
      })
      const all = [...stored.filter((span) => !reached.includes(span)), ...rest]
      expect(all).toEqual(toListingSpans(history, clock, owners))
    }),
    { numRuns: runs(2_000) },
  )
})

function timeAt(version: bigint): bigint {
  return 1_000_000_000n + (version / 2n) * 25_000_000n
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** Returns one early write, the last one of each owner before, and all since. */
function lastWrites(before: readonly OwnershipEventRow[], owners: readonly OwnershipEventRow[]) {
  const last = new Map(before.map((row) => [row.owner_address, row]))
  return [
    ...before.slice(0, 1),
    ...[...last.values()].toSorted((a, b) => Number(a.version - b.version)),
    ...owners.slice(before.length),
  ]
}
