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
  readonly day: SlidingWindow
  readonly week: SlidingWindow
  readonly month: SlidingWindow
}

/** Returns the windows of 24 h, 7 d and 30 d that end at a time. */
export function slidingWindows(nowMicros: bigint): SlidingWindows {
  return { nowMicros, day: endingAt(nowMicros, 1n), week: endingAt(nowMicros, 7n), month: endingAt(nowMicros, 30n) }
}

function endingAt(nowMicros: bigint, days: bigint): SlidingWindow {
  const startMicros = nowMicros - days * DAY_MICROS
  return { startMicros, hourMicros: ((startMicros + HOUR_MICROS - 1n) / HOUR_MICROS) * HOUR_MICROS }
}
