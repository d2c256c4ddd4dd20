/** Addresses are printed without their leading zeros; more than eight of those has no address that was ever made by a hash. */
const SHORTENED = /0x[0-9a-f]{56,63}(?![0-9a-f])/g
const WHOLE = 66

/**
 * About how long a value is as BCS, from its Move JSON: half as long. An estimate is enough for fees, as long as it is
 * always the same; so an address that a transaction makes counts as whole, whatever it begins with. Otherwise what a
 * simulation says would differ from what is charged, whose hash and so whose addresses are others.
 */
export function estimateBytes(text: string): number {
  let length = text.length
  for (const [found] of text.matchAll(SHORTENED)) length += WHOLE - found.length
  return Math.ceil(length / 2)
}
