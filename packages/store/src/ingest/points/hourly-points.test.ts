import { runs } from '@opal/domain/testing/effort/config'
import { HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PointsLedgerRow } from '../../schema/points.ts'
import { type EarningSpan, type FloorStep, toHourlyPoints } from './hourly-points.ts'

const LAST_HOUR = 12n
const RATE = 3_600_000_000n
/** Points by the microsecond, so that a part of an hour is whole. */
const rateOf = (span: EarningSpan, floor: bigint) => (span.price_octas <= 2n * floor ? RATE * span.size : 0n)

function span(changes: Partial<EarningSpan>): EarningSpan {
  return {
    rule: 'listing',
    wallet: '0xa',
    collection_id: '0xc',
    marketplace: 'opal',
    order_id: '1',
    placed_version: 1n,
    from_micros: 0n,
    to_micros: null,
    price_octas: 10n,
    size: 1n,
    ...changes,
  }
}

/** Sums a ledger as it is read: full hours to the last one. */
function sumOf(rows: readonly PointsLedgerRow[]): bigint {
  return rows.reduce((sum, { first_hour_micros, last_hour_micros, points_micros }) => {
    const last =
      last_hour_micros === null || last_hour_micros > LAST_HOUR * HOUR_MICROS
        ? LAST_HOUR * HOUR_MICROS
        : last_hour_micros
    return last < first_hour_micros ? sum : sum + ((last - first_hour_micros) / HOUR_MICROS + 1n) * points_micros
  }, 0n)
}

/** The same by looking at each hour of each span. */
function sumByHours(spans: readonly EarningSpan[], floors: readonly FloorStep[]): bigint {
  let sum = 0n
  for (const each of spans) {
    for (let hour = 0n; hour <= LAST_HOUR; hour += 1n) {
      const [begin, end] = [hour * HOUR_MICROS, (hour + 1n) * HOUR_MICROS]
      const floor = floors.findLast((step) => step.hour_micros <= begin)?.floor_octas ?? null
      const from = each.from_micros > begin ? each.from_micros : begin
      const to = each.to_micros === null || each.to_micros > end ? end : each.to_micros
      if (floor !== null && to > from) sum += (rateOf(each, floor) * (to - from)) / HOUR_MICROS
    }
  }
  return sum
}

const floors = fc
  .uniqueArray(fc.record({ hour: fc.bigInt(0n, 12n), floor_octas: fc.option(fc.bigInt(1n, 20n)) }), {
    selector: ({ hour }) => hour,
  })
  .map((steps) =>
    steps
      .toSorted((a, b) => Number(a.hour - b.hour))
      .map(({ hour, floor_octas }) => ({ hour_micros: hour * HOUR_MICROS, floor_octas })),
  )
/** An order's spans follow each other, as the indexer makes them; moments are often the same and often full hours. */
const moment = fc.oneof(
  fc.bigInt(0n, 13n * HOUR_MICROS),
  fc.bigInt(0n, 13n).map((hour) => hour * HOUR_MICROS),
  fc.bigInt(0n, 130n).map((tenth) => (tenth * HOUR_MICROS) / 10n),
)
const spansOfOrder = (order: number) =>
  fc
    .record({
      moments: fc.uniqueArray(moment, { minLength: 1, maxLength: 9 }),
      prices: fc.array(fc.record({ price_octas: fc.bigInt(1n, 20n), size: fc.bigInt(1n, 2n), away: fc.boolean() }), {
        minLength: 9,
        maxLength: 9,
      }),
      versions: fc.boolean(),
    })
    .map(({ moments, prices, versions }) => {
      const sorted = moments.toSorted((a, b) => (a < b ? -1 : 1))
      return sorted.flatMap((from_micros, at) => {
        const { price_octas = 1n, size = 1n, away = false } = prices[at] ?? {}
        if (away) return []
        const placed_version = versions ? BigInt(at) : 1n
        return [
          span({
            order_id: `${order}`,
            from_micros,
            to_micros: sorted[at + 1] ?? null,
            price_octas,
            size,
            placed_version,
          }),
        ]
      })
    })
const keyOf = (row: PointsLedgerRow) =>
  `${row.rule}/${row.order_id}/${row.first_hour_micros}/${row.version}/${row.event_index}`

it('earns by the time that orders were open, in any order of events and hours', () => {
  fc.assert(
    fc.property(floors, spansOfOrder(1), spansOfOrder(2), fc.bigInt(0n, 12n), (steps, first, second, hour) => {
      const spans = [...first, ...second].toSorted((a, b) => (a.from_micros < b.from_micros ? -1 : 1))
      const whole = toHourlyPoints(0n, spans, steps, [], rateOf)
      expect(sumOf(whole)).toBe(sumByHours(spans, steps))
      expect(new Set(whole.map(keyOf)).size).toBe(whole.length)

      // Computed again from some hour on, and compared with the earlier result.
      const since = hour * HOUR_MICROS
      const before = whole
        .filter((row) => row.first_hour_micros < since)
        .map((row) => {
          const reaches = row.last_hour_micros === null || row.last_hour_micros >= since
          return reaches ? { ...row, last_hour_micros: since - HOUR_MICROS } : row
        })
      const openSpans = spans.filter(({ to_micros }) => to_micros === null || to_micros > since)
      const again = toHourlyPoints(since, openSpans, steps, before, rateOf)
      expect(again.toSorted(byKey)).toEqual(whole.toSorted(byKey))
    }),
    { numRuns: runs(300), seed: 20_261_123 },
  )
})
const byKey = (a: PointsLedgerRow, b: PointsLedgerRow) => (keyOf(a) < keyOf(b) ? -1 : 1)

it('earns by the last hundred prices that an order is given within an hour, in each hour', () => {
  const [second, prices] = [1_000_000n, 250]
  const floors = [{ hour_micros: 0n, floor_octas: 10n }]
  const spans = [1n, 3n].flatMap((hour) =>
    Array.from({ length: prices }, (_, at) => {
      const from_micros = hour * HOUR_MICROS + BigInt(at) * 10n * second
      return span({ from_micros, to_micros: from_micros + 10n * second, price_octas: 10n + BigInt(at % 2) })
    }),
  )
  const rows = toHourlyPoints(0n, [span({ from_micros: 0n, to_micros: HOUR_MICROS }), ...spans], floors, [], rateOf)
  expect(sumOf(rows)).toBe(RATE + (RATE * 2n * 1_000n) / 3_600n)
})

it('earns next to nothing by being open for seconds around each full hour', () => {
  const second = 1_000_000n
  const flashes = [1n, 2n, 3n].map((hour) =>
    span({
      order_id: `${hour}`,
      from_micros: hour * HOUR_MICROS - 10n * second,
      to_micros: hour * HOUR_MICROS + 10n * second,
    }),
  )
  const rows = toHourlyPoints(0n, flashes, [{ hour_micros: 0n, floor_octas: 10n }], [], rateOf)
  expect(sumOf(rows)).toBe((RATE * 60n) / 3_600n)
})
