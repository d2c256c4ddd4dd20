/** Returns the bytes of hexadecimal digits, with `0x` in front or without. The caller has checked the digits. */
export function bytesFromHex(hex: string): Uint8Array<ArrayBuffer> {
  const digits = (hex.startsWith('0x') ? hex.slice(2) : hex).match(/../g) ?? []
  return Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16))
}

/** Returns two lower-case hexadecimal digits for each byte, without `0x`. */
export function bytesToHex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
