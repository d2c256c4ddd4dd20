/** A bigint for JSON. */
export function toText(value: bigint): string {
  return value.toString()
}

/** A bigint for JSON, null where there is none. */
export function toTextOrNull(value: bigint | null): string | null {
  return value === null ? null : value.toString()
}
