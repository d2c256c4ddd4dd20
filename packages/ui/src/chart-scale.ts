/** A span of values, lowest first. */
export type Span = readonly [low: number, high: number]

/** Lowest and highest of the values; null when there are none. */
export function spanOf(values: readonly (number | null)[]): Span | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? null : [low, high]
}

/** Places a value of one span in another, in proportion. A span without width lies in the middle. */
export function place(value: number, from: Span, to: Span): number {
  const width = from[1] - from[0]
  return width === 0 ? (to[0] + to[1]) / 2 : to[0] + ((value - from[0]) / width) * (to[1] - to[0])
}

/** Round values (1, 2 or 5 times a power of ten) across a span, about as many as wanted. */
export function niceTicks([low, high]: Span, wanted: number): readonly number[] {
  if (high <= low || wanted < 1) return [low]
  const step = niceStep(high - low, wanted)
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}

/** The span widened to round values, so that the axis ends on a tick; from zero when that is where amounts begin. */
export function niceSpan([low, high]: Span, wanted: number, fromZero: boolean): Span {
  const from = fromZero ? Math.min(0, low) : low
  const width = high - from || Math.abs(high) || 1
  const step = niceStep(width, wanted)
  const floor = Math.floor(from / step + 1e-9) * step
  return [floor, Math.max(floor + step, Math.ceil(high / step - 1e-9) * step)]
}

/** Powers of ten that a float can be divided by. */
const LEAST_POWER = -300

function niceStep(width: number, wanted: number): number {
  const rough = width / wanted
  const power = 10 ** Math.max(LEAST_POWER, Math.floor(Math.log10(rough)))
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10)
}

const HOUR_MS = 3_600_000
/** Hours between ticks of time: parts of a day, days, weeks, months of thirty days. */
const TIME_STEPS = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 720, 1440, 2160] as const
const LONGEST_STEP = 2160
/** Beyond three days an axis names days, so no day may have two ticks. */
const DAYS_ONLY_FROM_HOURS = 72

/**
 * Whole hours or midnights across a span of milliseconds, at most as many as wanted (or the longest step's).
 * @param offset of the reader's clock from UTC, in milliseconds.
 */
export function timeTicks([low, high]: Span, wanted: number, offset: number): readonly number[] {
  const span = (high - low) / HOUR_MS
  const steps = TIME_STEPS.filter((step) => span <= DAYS_ONLY_FROM_HOURS || step >= 24)
  const hours = steps.find((step) => span / step <= wanted) ?? LONGEST_STEP
  const step = hours * HOUR_MS
  const first = Math.ceil((low + offset) / step)
  const last = Math.floor((high + offset) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step - offset)
}
