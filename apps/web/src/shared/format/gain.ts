import { formatCompact } from '@opal/domain/text/compact'
import { APT_DECIMALS } from './apt.ts'
import { formatUsd, type UsdRate } from './usd.ts'

/** @source docs/product/display.md#changes */
const DECIMALS = 2
/** Anything smaller would read as 0, or nearly so. */
const SMALLEST_SHOWN_OCTAS = 1_000_000n

/** Returns whether a gain is too small to be shown, of either sign: in the sentence that names it, it breaks even. */
export function isBreakEven(octas: bigint): boolean {
  return octas > -SMALLEST_SHOWN_OCTAS && octas < SMALLEST_SHOWN_OCTAS
}

/** Formats a gain for the eye, always with its sign: two decimals, `< +0.01` and `> -0.01` for what would read as 0. */
export function formatGain(octas: bigint, currency: 'APT' | 'USD', rate: UsdRate): string {
  if (currency === 'USD') {
    const text = formatUsd(octas, rate)
    return octas > 0n ? text.replace('$', '+$') : text
  }
  if (octas > 0n && octas < SMALLEST_SHOWN_OCTAS) return '< +0.01'
  if (octas < 0n && octas > -SMALLEST_SHOWN_OCTAS) return '> -0.01'
  return `${octas > 0n ? '+' : ''}${formatCompact(octas, APT_DECIMALS, DECIMALS)}`
}
