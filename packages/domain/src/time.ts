export const MICROS_PER_SECOND = 1_000_000n
/** One hour in microseconds. */
export const HOUR_MICROS = 3_600n * MICROS_PER_SECOND
/** One day in microseconds. */
export const DAY_MICROS = 24n * HOUR_MICROS
const SECONDS_PER_DAY = 86_400n
/** The end of the year 9999, the last second that PostgreSQL's and JavaScript's date texts share. */
const LAST_SECOND = 253_402_300_799n

/** Returns the earlier of two times; null is never. */
export function earlierOf(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

/** Converts microseconds, a time since 1970 or a duration, to whole seconds; a fraction is cut off, as the chain's clock does. */
export function toSeconds(micros: bigint): bigint {
  return micros / MICROS_PER_SECOND
}

/** Converts a protobuf timestamp to microseconds since 1970, clamped to the years 1970 to 9999. */
export function microsOfTimestamp(seconds: bigint, nanos: bigint): bigint {
  if (seconds < 0n) return 0n
  return seconds > LAST_SECOND ? LAST_SECOND * MICROS_PER_SECOND : seconds * MICROS_PER_SECOND + nanos / 1_000n
}

/**
 * Formats microseconds since 1970 as PostgreSQL's and Aptos' UTC text, `2024-06-25T23:56:58.254577`; without a fraction when it is
 * zero. Exact where a Date would lose microseconds.
 */
export function formatMicros(micros: bigint): string {
  const seconds = toSeconds(micros)
  const fraction = micros % MICROS_PER_SECOND
  const time = seconds % SECONDS_PER_DAY
  const clock = [time / 3600n, (time / 60n) % 60n, time % 60n].map(twoDigits).join(':')
  const tail = fraction === 0n ? '' : `.${fraction.toString().padStart(6, '0')}`
  return `${formatDay(seconds / SECONDS_PER_DAY)}T${clock}${tail}`
}

const TEXT = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/

/**
 * Parses the text of {@link formatMicros} to microseconds since 1970.
 * @throws RangeError for any other text.
 */
export function parseMicros(text: string): bigint {
  const found = TEXT.exec(text)
  if (found === null) throw new RangeError(`no UTC time: ${text}`)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number)
  const seconds = daysOf(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
  return BigInt(seconds) * MICROS_PER_SECOND + BigInt((found[7] ?? '').padEnd(6, '0'))
}

/** Converts a civil date to a day number since 1970-01-01. @source as {@link formatDay} */
function daysOf(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Formats Unix seconds as {@link formatMicros} does, clamped to the end of the year 9999: no timestamp column can hold more. */
export function formatSecondsOrLast(seconds: bigint): string {
  return formatMicros((seconds > LAST_SECOND ? LAST_SECOND : seconds) * MICROS_PER_SECOND)
}

/** Converts a day number since 1970-01-01 to a civil date. @source Howard Hinnant, chrono-compatible date algorithms */
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
