const STEPS = [
  { suffix: 'b', power: 9 },
  { suffix: 'm', power: 6 },
  { suffix: 'k', power: 3 },
  { suffix: '', power: 0 },
] as const

/**
 * A count of 10^-scale for the eye, never rounded up to the next step: four decimals below a thousand, then three with k,
 * m, b. @param units not negative.
 */
export function toShortNumber(units: bigint, scale: number): string {
  for (const { suffix, power } of STEPS) {
    const decimals = power === 0 ? Math.min(4, scale) : 3
    const rounded = roundTo(units, scale + power, decimals)
    if (power === 0 || rounded >= 10n ** BigInt(decimals)) return decimalText(rounded, decimals) + suffix
  }
  return ''
}

/** 10^-from as 10^-to. */
function roundTo(units: bigint, from: number, to: number): bigint {
  if (from <= to) return units * 10n ** BigInt(to - from)
  const divisor = 10n ** BigInt(from - to)
  return (units + divisor / 2n) / divisor
}

function decimalText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
