/** How decimals are cut: to the nearest value, half away from zero; down, never to more than there is; or up, never to less. */
export type Rounding = 'nearest' | 'down' | 'up'

/**
 * Rounds an integer count of 10^-scale to fewer decimals.
 * @returns a count of 10^-decimals.
 */
export function roundToDecimals(
  units: bigint,
  scale: number,
  decimals: number,
  rounding: Rounding = 'nearest',
): bigint {
  if (decimals >= scale) return units * 10n ** BigInt(decimals - scale)
  const divisor = 10n ** BigInt(scale - decimals)
  if (rounding === 'up') return -roundToDecimals(-units, scale, decimals, 'down')
  if (rounding === 'down') return units / divisor - (units < 0n && units % divisor !== 0n ? 1n : 0n)
  const half = divisor / 2n
  return units < 0n ? -((-units + half) / divisor) : (units + half) / divisor
}

export interface DecimalStyle {
  /** Keeps trailing zeros, so that every number has the same number of decimals. */
  readonly keepZeros?: boolean
  /** Separates thousands by commas. */
  readonly group?: boolean
  /** Rounding of values with more decimals than are shown. */
  readonly rounding?: Rounding
}

/** Formats an integer count of 10^-scale as an exact decimal number. @example formatUnits(150n, 2) // '1.5' */
export function formatUnits(units: bigint, scale: number, style: DecimalStyle = {}): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = scale === 0 ? '' : digits.slice(-scale)
  const shown = style.keepZeros === true ? fraction : fraction.replace(/0+$/, '')
  const grouped = style.group === true ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  return `${units < 0n ? '-' : ''}${grouped}${shown === '' ? '' : `.${shown}`}`
}
