/** Largest value of PostgreSQL's bigint. */
const MAX_BIGINT = (1n << 63n) - 1n
/** Digits that Unix seconds, and milliseconds, have until the year 5138. */
const [SECONDS_DIGITS, MILLIS_DIGITS] = [11, 14] as const

/**
 * The last microsecond of a moment: a whole second counts to its end.
 * @param text Unix seconds, milliseconds or microseconds, told by their length, or an ISO 8601 time, UTC unless it says
 *   otherwise; the contract lets no other through.
 */
export function momentMicros(text: string): bigint {
  if (!/^\d+$/.test(text)) return isoMicros(text)
  if (text.length <= SECONDS_DIGITS) return endOf(BigInt(text), 1_000_000n)
  if (text.length <= MILLIS_DIGITS) return endOf(BigInt(text), 1_000n)
  const micros = BigInt(text)
  return micros > MAX_BIGINT ? MAX_BIGINT : micros
}

function endOf(units: bigint, micros: bigint): bigint {
  return (units + 1n) * micros - 1n
}

function isoMicros(text: string): bigint {
  const hasZone = /(Z|[+-]\d{2}:\d{2})$/.test(text) && text.length > 10
  return endOf(BigInt(Date.parse(hasZone || text.length <= 10 ? text : `${text}Z`)), 1_000n)
}
