import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import { formatCompact } from '@opal/domain/text/compact'
import { formatUnits, type Rounding, roundToDecimals } from '@opal/domain/text/decimal'
import { type Octas, toOctas } from './apt.ts'

/** Price of one APT in whole US cents; null when it is unknown. */
export type UsdRate = bigint | null

/** Converts the API's rate (a number with two decimals, 0 for unknown) to cents. */
export function toUsdRate(value: number): UsdRate {
  const cents = BigInt(Math.round(value * 100))
  return cents > 0n ? cents : null
}

/** Converts octas to units of 10^-10 USD, exactly. */
function toUsdUnits(octas: bigint, rate: bigint): bigint {
  return octas * rate
}
/** 8 decimals of APT and 2 of the rate. */
const USD_SCALE = 10

/**
 * Formats octas in dollars: two decimals, K/M/B from a thousand, `-` when unknown.
 * @param rounding as of amounts in APT.
 * @example formatUsd(150_000_000n, 842n) // '$12.63'
 */
export function formatUsd(value: Octas, rate: UsdRate, rounding: Rounding = 'nearest'): string {
  const octas = toOctas(value)
  if (octas === null || rate === null) return '-'
  const units = toUsdUnits(octas, rate)
  const smallest = 10n ** BigInt(USD_SCALE - 2)
  if (units > 0n && units < smallest) return '< $0.01'
  if (units < 0n && units > -smallest) return '> -$0.01'
  return withSign(formatCompact(units, USD_SCALE, 2, { keepZeros: true, rounding }))
}

/** Formats octas in dollars to the cent, with commas. */
export function formatUsdExact(value: Octas, rate: UsdRate): string {
  const octas = toOctas(value)
  if (octas === null || rate === null) return 'unknown'
  return withSign(
    formatUnits(roundToDecimals(toUsdUnits(octas, rate), USD_SCALE, 2), 2, { keepZeros: true, group: true }),
  )
}

function withSign(text: string): string {
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}

/** Formats the price of one APT. @source docs/product/display.md#apt-price */
export function formatRate(rate: UsdRate): string {
  return formatUsdExact(OCTAS_PER_APT, rate)
}
