import { type DecimalStyle, formatUnits, roundToDecimals } from './decimal.ts'

/** @source docs/product/display.md#compact-numbers */
const STEPS = [
  { suffix: 'k', power: 3 },
  { suffix: 'm', power: 6 },
  { suffix: 'b', power: 9 },
] as const

/** Decimals of a number with k, m or b. @source docs/product/display.md#compact-numbers */
const COMPACT_DECIMALS = 3
const THOUSAND = 1000n * 10n ** BigInt(COMPACT_DECIMALS)

/**
 * Formats an integer count of 10^-scale compactly: plain below 1000, then with k, m, b.
 *
 * Rounds before it chooses the suffix, so 999.99996 with four decimals is `1k` and 999,999.9 is `1m`, never `1000k`. Numbers
 * beyond b keep `b` and get commas.
 *
 * @param plainDecimals most decimals of numbers below 1000.
 */
export function formatCompact(units: bigint, scale: number, plainDecimals: number, style: DecimalStyle = {}): string {
  const plain = roundToDecimals(units, scale, plainDecimals)
  const thousand = 1000n * 10n ** BigInt(plainDecimals)
  if (absolute(plain) < thousand) return formatUnits(plain, plainDecimals, style)
  const steps = STEPS.map(({ suffix, power }) => ({
    suffix,
    units: roundToDecimals(units, scale + power, COMPACT_DECIMALS),
  }))
  const step = steps.find((candidate) => absolute(candidate.units) < THOUSAND) ?? steps[steps.length - 1]
  if (step === undefined) return formatUnits(plain, plainDecimals, style)
  return formatUnits(step.units, COMPACT_DECIMALS, { group: true }) + step.suffix
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
