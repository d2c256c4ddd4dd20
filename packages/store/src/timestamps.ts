const MICROS_PER_SECOND = 1_000_000n
const SECONDS_PER_DAY = 86_400n
const LAST_SECOND = 253_402_300_799n

/**
 * Microseconds since 1970 as PostgreSQL's and Aptos' UTC text, `2024-06-25T23:56:58.254577`; no fraction when it is zero.
 * Exact where a Date would lose microseconds.
 */
export function formatMicros(micros: bigint): string {
  const seconds = micros / MICROS_PER_SECOND
  const fraction = micros % MICROS_PER_SECOND
  const time = seconds % SECONDS_PER_DAY
  const clock = [time / 3600n, (time / 60n) % 60n, time % 60n].map(twoDigits).join(':')
  const tail = fraction === 0n ? '' : `.${fraction.toString().padStart(6, '0')}`
  return `${formatDay(seconds / SECONDS_PER_DAY)}T${clock}${tail}`
}

/** As {@link formatMicros} for Unix seconds; null for a moment past the year 9999, which no timestamp column can say. */
export function formatSecondsOrNull(seconds: bigint): string | null {
  return seconds > LAST_SECOND ? null : formatMicros(seconds * MICROS_PER_SECOND)
}

/** As {@link formatMicros} for Unix seconds; the last second of the year 9999 stands for any moment past it. */
export function formatSecondsOrLast(seconds: bigint): string {
  return formatMicros((seconds > LAST_SECOND ? LAST_SECOND : seconds) * MICROS_PER_SECOND)
}

/** Civil date of a day number since 1970-01-01. @source Howard Hinnant, chrono-compatible date algorithms */
function formatDay(daysSince1970: bigint): string {
  const shifted = daysSince1970 + 719_468n
  const era = shifted / 146_097n
  const dayOfEra = shifted % 146_097n
  const yearOfEra = (dayOfEra - dayOfEra / 1_460n + dayOfEra / 36_524n - dayOfEra / 146_096n) / 365n
  const dayOfYear = dayOfEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n)
  const shiftedMonth = (5n * dayOfYear + 2n) / 153n
  const day = dayOfYear - (153n * shiftedMonth + 2n) / 5n + 1n
  const month = shiftedMonth < 10n ? shiftedMonth + 3n : shiftedMonth - 9n
  const year = yearOfEra + era * 400n + (month <= 2n ? 1n : 0n)
  return `${year.toString().padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(value: bigint): string {
  return value.toString().padStart(2, '0')
}
