import { formatCompact } from './compact.ts'
import { formatUnits } from './decimal.ts'

/** Decimals of one APT in octas. */
export const APT_DECIMALS = 8
/** @source docs/product/display.md#prices */
const PRICE_DECIMALS = 4
/** Half of the last shown decimal: anything smaller would read as 0. */
const SMALLEST_SHOWN_OCTAS = 10_000n

/** An amount of octas as the API carries it, or as we compute it; null when it is not known. */
export type Octas = bigint | string | null | undefined

/** The amount as bigint; null stays null. */
export function toOctas(value: Octas): bigint | null {
  return value === null || value === undefined ? null : BigInt(value)
}

/** An amount for the eye: at most four decimals, k/m/b from a thousand, `-` when unknown. @example formatApt('123456789') // '1.2346' */
export function formatApt(value: Octas): string {
  const octas = toOctas(value)
  if (octas === null) return '-'
  if (octas > 0n && octas < SMALLEST_SHOWN_OCTAS) return '< 0.0001'
  if (octas < 0n && octas > -SMALLEST_SHOWN_OCTAS) return '> -0.0001'
  return formatCompact(octas, APT_DECIMALS, PRICE_DECIMALS)
}

/** The amount to the last octa, with its unit: for tooltips, accessible names and anything one signs. */
export function formatAptExact(value: Octas): string {
  const octas = toOctas(value)
  return octas === null ? 'unknown' : `${formatUnits(octas, APT_DECIMALS, { group: true })} APT`
}

/** A wallet's balance. @source docs/product/display.md#balance */
export function formatBalance(value: Octas): string {
  const octas = toOctas(value)
  if (octas === null) return '-'
  // Cut, not rounded: a balance must never read higher than it is.
  return formatUnits(octas / 10_000n, 4, { keepZeros: true, group: true })
}

/**
 * Reads what a person typed as an amount in APT.
 * @returns octas, rounded down; null when it is no number.
 * @source docs/product/display.md#typed-prices
 */
export function parseApt(text: string): bigint | null {
  const match = /^(-?)(\d{0,12})(?:[.,](\d*))?$/.exec(text.trim())
  if (match === null || `${match[2]}${match[3] ?? ''}` === '') return null
  const octas = BigInt(`${match[2]}${(match[3] ?? '').slice(0, APT_DECIMALS).padEnd(APT_DECIMALS, '0')}`)
  return match[1] === '-' ? -octas : octas
}
