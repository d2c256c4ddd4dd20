import { type DecimalStyle, formatUnits, type Rounding, roundToDecimals } from './decimal.ts'

/** @source docs/product/display.md#compact-numbers */
const STEPS = [
  { suffix: 'K', power: 3 },
  { suffix: 'M', power: 6 },
  { suffix: 'B', power: 9 },
] as const

/** Digits of a number with K, M or B. @source docs/product/display.md#compact-numbers */
const DIGITS = 3

/**
 * Formats an integer count of 10^-scale compactly: plain below 1000, then with K, M, B and three digits.
 *
 * Rounds before it chooses the suffix, so 999.99996 with four decimals is `1K` and 999,999.9 is `1M`, never `1000K`. Numbers
 * beyond B keep `B` and get commas.
 *
 * @param plainDecimals most decimals of numbers below 1000.
 */
export function formatCompact(units: bigint, scale: number, plainDecimals: number, style: DecimalStyle = {}): string {
  const plain = roundToDecimals(units, scale, plainDecimals, style.rounding)
  if (absolute(plain) < 10n ** BigInt(DIGITS + plainDecimals)) return formatUnits(plain, plainDecimals, style)
  for (const { suffix, power } of STEPS) {
    const short = threeDigits(units, scale + power, style.rounding)
    if (short !== null) return short + suffix
  }
  const [last] = STEPS.slice(-1)
  return (
    formatUnits(roundToDecimals(units, scale + (last?.power ?? 0), 0, style.rounding), 0, { group: true }) +
    (last?.suffix ?? '')
  )
}

/** Formats with as many decimals as three digits leave; null from a thousand on. */
function threeDigits(units: bigint, scale: number, rounding: Rounding | undefined): string | null {
  for (let decimals = DIGITS - 1; decimals >= 0; decimals -= 1) {
    const rounded = roundToDecimals(units, scale, decimals, rounding)
    if (absolute(rounded) < 10n ** BigInt(DIGITS)) return formatUnits(rounded, decimals)
  }
  return null
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
