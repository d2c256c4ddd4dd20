/** Marks piled on one letter: more of them only paint over the lines above and below. */
const MARKS = 3

/**
 * Returns a stranger's words as one line that a drawing library can take: no control, format or unpaired characters (also none
 * that turn the direction around), no piles of marks, at most a number of letters as a person counts them.
 */
export function plainText(text: string, maxLetters: number): string {
  const tame = text
    // Enough for any name: what follows would be cut off anyway, and normalising is not free.
    .slice(0, 64 * maxLetters)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{C}\ufffd]/gu, '')
    .replace(new RegExp(`(\\p{M}{${MARKS}})\\p{M}+`, 'gu'), '$1')
    .trim()
  const letters = [...new Intl.Segmenter('en').segment(tame)].map(({ segment }) => segment)
  return letters.length <= maxLetters
    ? tame
    : `${letters
        .slice(0, maxLetters - 1)
        .join('')
        .trimEnd()}…`
}

/** Returns the first letter, upper case; a question mark when there is none. */
export function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter('en').segment(plainText(text, 8))
  return first?.segment.toUpperCase() ?? '?'
}

/** Formats octas for a card: at most four decimals, k, m, b from a thousand. @example shortApt(123_456_789n) // '1.2346 APT' */
export function shortApt(octas: bigint | null): string {
  if (octas === null) return '-'
  // Half of the last decimal shown: anything smaller would read as 0.
  if (octas > 0n && octas < 5_000n) return '< 0.0001 APT'
  return `${toShortNumber(octas, 8)} APT`
}

const STEPS = [
  { suffix: 'b', power: 9 },
  { suffix: 'm', power: 6 },
  { suffix: 'k', power: 3 },
  { suffix: '', power: 0 },
] as const

/**
 * Returns a count of 10^-scale for the eye, never rounded up to the next step: four decimals below a thousand, then three with k,
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
