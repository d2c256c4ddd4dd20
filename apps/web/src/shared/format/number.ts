import { formatCompact } from '@opal/domain/text/compact'
import { formatUnits } from '@opal/domain/text/decimal'

/** Formats a count in full, with commas: a number, or a decimal string as the API has counts that may pass 2^53. */
export function formatCount(value: number | string): string {
  return formatUnits(BigInt(value), 0, { group: true })
}

/**
 * Formats a count in full with what it counts, whose plural ends in s.
 * @example formatCounted(1, 'item') // '1 item'
 */
export function formatCounted(value: number | string, noun: string): string {
  return `${formatCount(value)} ${noun}${BigInt(value) === 1n ? '' : 's'}`
}

/** Formats a count with K, M and B from a thousand on. @source docs/product/display.md#compact-numbers */
export function formatCountShort(value: number): string {
  return Math.abs(value) < 1_000 ? formatCount(value) : formatCompact(BigInt(value), 0, 0)
}

/** Formats a change in percent with its sign and two decimals; `-` when unknown. @source docs/product/display.md#changes */
export function formatChange(percent: number | null): string {
  if (percent === null) return '-'
  const rounded = trimZeros(Math.abs(percent).toFixed(2))
  if (rounded === '0') return '0%'
  return `${percent > 0 ? '+' : '-'}${Number(rounded) >= 1000 ? formatCount(Math.round(Number(rounded))) : rounded}%`
}

/**
 * Formats how far an amount is from a reference above zero: percent without sign, with two decimals, from 1,000% on with none.
 * Null for less than half of a hundredth of a percent.
 * @source docs/product/display.md#changes
 */
export function formatDistance(amount: bigint, reference: bigint): string | null {
  const difference = amount > reference ? amount - reference : reference - amount
  const bps = (difference * 10_000n + reference / 2n) / reference
  if (bps === 0n) return null
  return formatBps(Number(bps >= 100_000n ? ((bps + 50n) / 100n) * 100n : bps))
}

/** Formats basis points as percent. @example formatBps(250) // '2.5%' */
export function formatBps(bps: number | null): string {
  return bps === null ? '-' : `${formatUnits(BigInt(bps), 2, { group: true })}%`
}

/**
 * Formats a part of a whole in percent, rounded down; 0% when either is zero. Null for more than the whole, which is no share of it: copies of
 * an older token count once in the supply.
 * @source docs/product/display.md#owner-share
 */
export function formatShare(part: number, whole: number): string | null {
  if (part === 0 || whole === 0) return '0%'
  return part > whole ? null : `${Math.floor((part * 100) / whole)}%`
}

function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, '')
}
