import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'

/** A sliding window that ends now, cut at the first full hour: sales before it are summed one by one, after it by hour. */
export interface SlidingWindow {
  readonly startMicros: bigint
  /** First full hour in the window. */
  readonly hourMicros: bigint
}

/** The windows that volumes are given for. @source docs/product/collections.md#volume-windows */
export interface SlidingWindows {
  readonly nowMicros: bigint
  readonly hour: SlidingWindow
  readonly day: SlidingWindow
  readonly week: SlidingWindow
  readonly month: SlidingWindow
}

/** Returns the windows of 1 h, 24 h, 7 d and 30 d that end at a time. */
export function slidingWindows(nowMicros: bigint): SlidingWindows {
  return {
    nowMicros,
    hour: endingAt(nowMicros, HOUR_MICROS),
    day: endingAt(nowMicros, DAY_MICROS),
    week: endingAt(nowMicros, 7n * DAY_MICROS),
    month: endingAt(nowMicros, 30n * DAY_MICROS),
  }
}

function endingAt(nowMicros: bigint, lengthMicros: bigint): SlidingWindow {
  const startMicros = nowMicros - lengthMicros
  return { startMicros, hourMicros: ((startMicros + HOUR_MICROS - 1n) / HOUR_MICROS) * HOUR_MICROS }
}
