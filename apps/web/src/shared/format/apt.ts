import { formatCompact } from '@opal/domain/text/compact'
import { formatUnits, type Rounding, roundToDecimals } from '@opal/domain/text/decimal'
import { typedText } from './typed-text.ts'

/** Decimals of one APT in octas. */
export const APT_DECIMALS = 8
/** @source docs/product/display.md#prices */
const PRICE_DECIMALS = 4
/** Smallest amount that does not round to 0 at {@link PRICE_DECIMALS}. */
const SMALLEST_SHOWN_OCTAS = 10_000n

/** An amount in octas, as a decimal string of the API or computed; null or undefined when it is unknown. */
export type Octas = bigint | string | null | undefined

/** Converts an amount to bigint; null when it is unknown. */
export function toOctas(value: Octas): bigint | null {
  return value === null || value === undefined ? null : BigInt(value)
}

/**
 * Formats octas in APT: at most four decimals, K/M/B from a thousand, `-` when unknown.
 * @param rounding `down` for what a wallet receives or has, `up` for what it pays. @source docs/product/display.md#prices
 * @example formatApt('123456789') // '1.2346'
 */
export function formatApt(value: Octas, rounding: Rounding = 'nearest'): string {
  const octas = toOctas(value)
  if (octas === null) return '-'
  if (octas > 0n && octas < SMALLEST_SHOWN_OCTAS) return '< 0.0001'
  if (octas < 0n && octas > -SMALLEST_SHOWN_OCTAS) return '> -0.0001'
  return formatCompact(octas, APT_DECIMALS, PRICE_DECIMALS, { rounding })
}

/** Formats octas in APT to the last octa, with the unit: for tooltips, accessible names and amounts that are signed. */
export function formatAptExact(value: Octas): string {
  const octas = toOctas(value)
  return octas === null ? 'unknown' : `${groupedApt(octas)} APT`
}

/** Formats octas in APT to the last octa, thousands grouped, without the unit. */
export function groupedApt(octas: bigint): string {
  return formatUnits(octas, APT_DECIMALS, { group: true })
}

/** Formats octas as a plain number of APT to the last octa, for fields and files; empty when it is unknown. */
export function plainApt(value: Octas): string {
  const octas = toOctas(value)
  return octas === null ? '' : formatUnits(octas, APT_DECIMALS)
}

/** Decimals of a balance. @source docs/product/display.md#balance */
const BALANCE_DECIMALS = 2
const OCTAS_PER_HUNDREDTH = 1_000_000n

/** Formats a wallet's balance in APT, rounded down; `< 0.01` for less than can be shown. @source docs/product/display.md#balance */
export function formatBalance(value: Octas): string {
  const octas = toOctas(value)
  if (octas === null) return '-'
  if (octas > 0n && octas < OCTAS_PER_HUNDREDTH) return '< 0.01'
  // Rounded down: a balance must never read higher than it is.
  const hundredths = roundToDecimals(octas, APT_DECIMALS, BALANCE_DECIMALS, 'down')
  return formatUnits(hundredths, BALANCE_DECIMALS, { keepZeros: true, group: true })
}

/** Gas below this is not worth digits. @source docs/product/display.md#gas */
const SMALLEST_GAS_OCTAS = 100_000n

/** Formats gas in APT: exact, because the total next to it is exact; `< 0.001` below that. @source docs/product/display.md#gas */
export function formatGas(octas: bigint): string {
  if (octas <= 0n) return '0'
  return octas < SMALLEST_GAS_OCTAS ? '< 0.001' : plainApt(octas)
}

/** Thousands as some write them. Read with a decimal comma, `1,500` would be a thousandth of what was meant. */
const GROUPED = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.|$)/

/** Returns how to write a number whose comma can be read in two ways; null for any other text. */
export function groupedAdvice(text: string): string | null {
  const typed = typedText(text)
  return GROUPED.test(typed) ? `Write thousands without a comma: ${typed.replaceAll(',', '')}` : null
}

/**
 * Parses a typed amount in APT.
 * @returns octas, rounded down; null when the text is no number, or one that can be read in two ways.
 * @source docs/product/display.md#typed-prices
 */
export function parseApt(text: string): bigint | null {
  if (groupedAdvice(text) !== null) return null
  const match = /^(-?)(\d{0,12})(?:[.,](\d*))?$/.exec(typedText(text))
  if (match === null || `${match[2]}${match[3] ?? ''}` === '') return null
  const octas = BigInt(`${match[2]}${(match[3] ?? '').slice(0, APT_DECIMALS).padEnd(APT_DECIMALS, '0')}`)
  return match[1] === '-' ? -octas : octas
}

/** Returns what is wrong with a text that {@link parseApt} does not read. */
export function amountAdvice(text: string): string {
  const grouped = groupedAdvice(text)
  if (grouped !== null) return grouped
  return /^\d{13}/.test(typedText(text)) ? 'Enter a smaller amount' : 'Enter an amount, such as 1.5'
}
