/** Returns the step of prices of a size that people name: 5 in the fourth digit, as 0.05 for 82.94. @returns at least one octa. */
export function tickOf(octas: bigint): bigint {
  const digits = String(octas).length
  return digits < 4 ? 1n : 5n * 10n ** BigInt(digits - 4)
}
