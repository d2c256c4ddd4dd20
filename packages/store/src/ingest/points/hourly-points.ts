import { HOUR_MICROS } from '@opal/domain/time'
import type { PointsLedgerRow } from '../../schema/points.ts'
import type { CollectionHourRow } from '../../schema/stats.ts'
import { hourOf } from '../stats/collection-hours.ts'

/** An order of our own marketplace, as it stood from one moment to another. */
export interface EarningSpan {
  readonly rule: 'listing' | 'bidding'
  readonly wallet: string
  readonly collection_id: string
  readonly marketplace: string
  readonly order_id: string
  readonly placed_version: bigint
  readonly from_micros: bigint
  readonly to_micros: bigint | null
  readonly price_octas: bigint
  readonly size: bigint
}

/** The floor at the end of an hour, and of every later one before the next of these. */
export type FloorStep = Pick<CollectionHourRow, 'hour_micros' | 'floor_octas'>

/** Millionths of points that an order earns in an hour. */
export type HourlyRate = (span: EarningSpan, floorOctas: bigint) => bigint

/**
 * Returns the ledger's rows of orders from one hour on: one for each run of hours at one floor.
 * @param floors of the collection, sorted; the first may lie before that hour.
 * @param before rows that end in the hour before, which a run may go on.
 */
export function toHourlyPoints(
  since: bigint,
  spans: readonly EarningSpan[],
  floors: readonly FloorStep[],
  before: readonly PointsLedgerRow[],
  rateOf: HourlyRate,
): readonly PointsLedgerRow[] {
  const runs = [...before]
  const last = new Map(before.map((row) => [runKey(row), runs.indexOf(row)]))
  for (const row of spans.flatMap((span) => rowsOf(since, span, floors, rateOf))) {
    const at = last.get(runKey(row))
    const known = at === undefined ? undefined : runs[at]
    if (at !== undefined && known !== undefined && goesOn(known, row)) {
      runs[at] = { ...known, last_hour_micros: row.last_hour_micros }
    } else {
      last.set(runKey(row), runs.push(row) - 1)
    }
  }
  return runs
}

function rowsOf(
  since: bigint,
  span: EarningSpan,
  floors: readonly FloorStep[],
  rateOf: HourlyRate,
): readonly PointsLedgerRow[] {
  const first = later(since, hourOf(span.from_micros))
  // The end of an hour must lie within the span.
  const last = span.to_micros === null ? null : hourOf(span.to_micros) - HOUR_MICROS
  return floors.flatMap(({ hour_micros, floor_octas }, index) => {
    const next = floors[index + 1]?.hour_micros ?? null
    const from = later(first, hour_micros)
    const to = earlier(last, next === null ? null : next - HOUR_MICROS)
    if (floor_octas === null || (to !== null && to < from)) return []
    const points_micros = rateOf(span, floor_octas)
    return points_micros === 0n ? [] : [toRow(span, { from, to, floor_octas, points_micros })]
  })
}

function toRow(
  span: EarningSpan,
  run: { from: bigint; to: bigint | null; floor_octas: bigint; points_micros: bigint },
): PointsLedgerRow {
  return {
    wallet: span.wallet,
    rule: span.rule,
    collection_id: span.collection_id,
    marketplace: span.marketplace,
    order_id: span.order_id,
    version: span.placed_version,
    event_index: 0,
    first_hour_micros: run.from,
    last_hour_micros: run.to,
    price_octas: span.price_octas,
    floor_octas: run.floor_octas,
    size: span.size,
    points_micros: run.points_micros,
  }
}

function runKey({ rule, marketplace, order_id }: PointsLedgerRow): string {
  return `${rule}\u0000${marketplace}\u0000${order_id}`
}

function goesOn(known: PointsLedgerRow, row: PointsLedgerRow): boolean {
  return (
    known.last_hour_micros === row.first_hour_micros - HOUR_MICROS &&
    known.version === row.version &&
    known.floor_octas === row.floor_octas &&
    known.price_octas === row.price_octas &&
    known.size === row.size
  )
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function earlier(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
