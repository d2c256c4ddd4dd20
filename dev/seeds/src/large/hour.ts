export const HOUR_MICROS = 3_600_000_000

/** Start of the hour that holds a moment; microseconds. */
export function hourOf(micros: number): number {
  return Math.floor(micros / HOUR_MICROS) * HOUR_MICROS
}
