import { firstPlace } from '@opal/domain/first-place'
import { MAX_PRICES_PER_HOUR } from '@opal/domain/rewards/season-points'
import { earlierOf, HOUR_MICROS } from '@opal/domain/time'
import type { PointsLedgerRow } from '../../schema/points.ts'
import type { CollectionHourRow } from '../../schema/stats.ts'
import { hourOf } from '../stats/collection-hours.ts'

/** An interval in which an order of our own marketplace was open at one price and size. */
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
 * Returns the ledger's rows of orders from one hour on: one for each run of hours in which an order was open equally long at one floor.
 * An hour in which it was open for a part earns that part.
 * The last {@link MAX_PRICES_PER_HOUR} prices that an order gets within an hour earn.
 * @param spans those of each order in their order.
 * @param floors of the collection, sorted; the first may lie before that hour.
 * @param before rows that end in the hour before, which a run may extend.
 */
export function toHourlyPoints(
  since: bigint,
  spans: readonly EarningSpan[],
  floors: readonly FloorStep[],
  before: readonly PointsLedgerRow[],
  rateOf: HourlyRate,
): readonly PointsLedgerRow[] {
  const runs = [...before]
  const last = new Map(runs.map((row, at) => [runKey(row), at]))
  for (const row of earningOf(spans).flatMap((span) => rowsOf(since, span, floors, rateOf))) {
    const at = last.get(runKey(row))
    const known = at === undefined ? undefined : runs[at]
    if (at !== undefined && known !== undefined && extendsRun(known, row)) {
      runs[at] = { ...known, last_hour_micros: row.last_hour_micros }
    } else if (at !== undefined && known !== undefined && isOfSameHour(known, row)) {
      runs[at] = { ...row, points_micros: known.points_micros + row.points_micros }
    } else {
      last.set(runKey(row), runs.push(row) - 1)
    }
  }
  return runs
}

/** Returns the spans that earn: of those of an order that begin in one hour, the last {@link MAX_PRICES_PER_HOUR}. The others end in that hour, too. */
function earningOf(spans: readonly EarningSpan[]): readonly EarningSpan[] {
  const counts = new Map<string, number>()
  const earning = spans.toReversed().filter((span) => {
    const key = `${runKey(span)}\u0000${hourOf(span.from_micros)}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= MAX_PRICES_PER_HOUR
  })
  return earning.reverse()
}

/** Consecutive hours in each of which an order was open equally long. */
interface OpenHours {
  readonly from: bigint
  /** Null: the order is still open. */
  readonly to: bigint | null
  readonly microsEach: bigint
}

/** Returns the hours of a span: those that it fills, and the parts of hours at its ends. */
function openHoursOf({ from_micros, to_micros }: EarningSpan): readonly OpenHours[] {
  const firstHour = hourOf(from_micros)
  const lastHour = to_micros === null ? null : hourOf(to_micros)
  if (to_micros !== null && lastHour === firstHour)
    return [{ from: firstHour, to: firstHour, microsEach: to_micros - from_micros }]
  const begun = firstHour + HOUR_MICROS
  const fullTo = lastHour === null ? null : lastHour - HOUR_MICROS
  return [
    { from: firstHour, to: firstHour, microsEach: begun - from_micros },
    ...(fullTo !== null && fullTo < begun ? [] : [{ from: begun, to: fullTo, microsEach: HOUR_MICROS }]),
    ...(to_micros === null || lastHour === null || lastHour === to_micros
      ? []
      : [{ from: lastHour, to: lastHour, microsEach: to_micros - lastHour }]),
  ]
}

function rowsOf(
  since: bigint,
  span: EarningSpan,
  floors: readonly FloorStep[],
  rateOf: HourlyRate,
): readonly PointsLedgerRow[] {
  return openHoursOf(span).flatMap((open) =>
    floorsWithin(floors, later(since, open.from), open.to).flatMap(({ hour_micros, floor_octas, next }) => {
      const from = later(later(since, open.from), hour_micros)
      const to = earlierOf(open.to, next === null ? null : next - HOUR_MICROS)
      if (floor_octas === null || (to !== null && to < from)) return []
      const points_micros = (rateOf(span, floor_octas) * open.microsEach) / HOUR_MICROS
      return points_micros === 0n ? [] : [toRow(span, { from, to, floor_octas, points_micros })]
    }),
  )
}

/** Returns the floors that hold in some hour of an interval, each with the hour of the next one. */
function floorsWithin(floors: readonly FloorStep[], from: bigint, to: bigint | null) {
  const holdsThen = (place: number) => {
    const next = floors[place + 1]
    return next === undefined || next.hour_micros > from
  }
  const within: (FloorStep & { readonly next: bigint | null })[] = []
  for (let at = firstPlace(floors.length, holdsThen); at < floors.length; at += 1) {
    const step = floors[at] as FloorStep
    if (to !== null && step.hour_micros > to) break
    within.push({ ...step, next: floors[at + 1]?.hour_micros ?? null })
  }
  return within
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

function runKey({ rule, marketplace, order_id }: Pick<PointsLedgerRow, 'rule' | 'marketplace' | 'order_id'>): string {
  return `${rule}\u0000${marketplace}\u0000${order_id}`
}

function extendsRun(known: PointsLedgerRow, row: PointsLedgerRow): boolean {
  return (
    known.last_hour_micros === row.first_hour_micros - HOUR_MICROS &&
    known.version === row.version &&
    known.floor_octas === row.floor_octas &&
    known.price_octas === row.price_octas &&
    known.size === row.size &&
    known.points_micros === row.points_micros
  )
}

/** Returns whether both are parts of one hour: the order was changed in it, or became valid again. */
function isOfSameHour(known: PointsLedgerRow, row: PointsLedgerRow): boolean {
  return (
    known.first_hour_micros === row.first_hour_micros &&
    known.last_hour_micros === row.last_hour_micros &&
    known.version === row.version
  )
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
