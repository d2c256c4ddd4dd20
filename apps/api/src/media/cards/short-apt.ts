import { toShortNumber } from './short-number.ts'

/** For the eye: at most four decimals, k, m, b from a thousand. @example shortApt(123_456_789n) // '1.2346 APT' */
export function shortApt(octas: bigint | null): string {
  if (octas === null) return '-'
  // Half of the last decimal shown: anything smaller would read as 0.
  if (octas > 0n && octas < 5_000n) return '< 0.0001 APT'
  return `${toShortNumber(octas, 8)} APT`
}
