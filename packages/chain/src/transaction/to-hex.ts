/** Returns bytes as the chain prints them: `0x` and two lower-case digits each. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
