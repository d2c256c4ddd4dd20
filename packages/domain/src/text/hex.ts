/** Returns the bytes of hexadecimal digits, with `0x` in front or without. The caller has checked the digits. */
export function bytesFromHex(hex: string): Uint8Array<ArrayBuffer> {
  const digits = (hex.startsWith('0x') ? hex.slice(2) : hex).match(/../g) ?? []
  return Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16))
}
