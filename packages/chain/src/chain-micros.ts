/** The end of the year 9999: the last second that everybody who reads a date can write. */
const LAST_SECOND = 253_402_300_799n

/** A protobuf timestamp as microseconds; what lies outside the years that can be written is the nearest of them. */
export function chainMicros(seconds: bigint, nanos: bigint): bigint {
  if (seconds < 0n) return 0n
  return seconds > LAST_SECOND ? LAST_SECOND * 1_000_000n : seconds * 1_000_000n + nanos / 1_000n
}
