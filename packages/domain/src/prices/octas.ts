import { InvalidAmountError } from '../errors.ts'

/** Octas in one APT. @source docs/product/display.md#octas */
export const OCTAS_PER_APT = 100_000_000n

/** The most octas that the chain can hold in one amount. */
export const MAX_OCTAS = (1n << 64n) - 1n

/**
 * Reads a decimal string (or safe integer) as an amount in octas.
 * @throws InvalidAmountError for signs, fractions, exponents and anything outside u64.
 */
export function parseOctas(value: string | number | bigint): bigint {
  const text = String(value)
  if (!/^\d{1,20}$/.test(text)) throw new InvalidAmountError(text)
  const octas = BigInt(text)
  if (octas > MAX_OCTAS) throw new InvalidAmountError(text)
  return octas
}

/** Compares two amounts for a list with the smallest first; swap them for one with the largest first. */
export function compareOctas(one: bigint, other: bigint): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** Returns the sum of amounts; 0 for none. */
export function sumOctas(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, octas) => sum + octas, 0n)
}
