/** Largest value of PostgreSQL's bigint. */
export const MAX_BIGINT = (1n << 63n) - 1n

/** Serializes a bigint for JSON. */
export function toText(value: bigint): string {
  return value.toString()
}

/** Serializes a bigint for JSON, null where there is none. */
export function toTextOrNull(value: bigint | null): string | null {
  return value === null ? null : value.toString()
}

/** Returns a share in percent with two decimals; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100
}
