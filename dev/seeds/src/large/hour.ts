export const HOUR_MICROS = 3_600_000_000

/** Returns the start of the hour that contains a time, in microseconds. */
export function hourOf(micros: number): number {
  return Math.floor(micros / HOUR_MICROS) * HOUR_MICROS
}
