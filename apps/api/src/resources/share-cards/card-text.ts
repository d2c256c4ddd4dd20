import { formatCompact } from '@opal/domain/text/compact'

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

/** Decimals of one APT in octas, and those that a card shows. */
const [APT_DECIMALS, SHOWN_DECIMALS] = [8, 4]

/** Formats octas for a card as the site does: at most four decimals, K, M, B from a thousand. @example shortApt(123_456_789n) // '1.2346 APT' */
export function shortApt(octas: bigint | null): string {
  if (octas === null) return '-'
  if (octas > 0n && octas < 10n ** BigInt(APT_DECIMALS - SHOWN_DECIMALS)) return '< 0.0001 APT'
  return `${formatCompact(octas, APT_DECIMALS, SHOWN_DECIMALS)} APT`
}
