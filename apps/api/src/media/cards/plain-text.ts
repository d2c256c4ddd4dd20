/** Marks piled on one letter: more of them only paint over the lines above and below. */
const MARKS = 3

/**
 * A stranger's words as one line that a drawing library can take: no control, format or unpaired characters (also none
 * that turn the direction around), no piles of marks, at most so many letters as a person counts them.
 */
export function plainText(text: string, mostLetters: number): string {
  const tame = text
    // Enough for any name: what follows would be cut off anyway, and normalising is not free.
    .slice(0, 64 * mostLetters)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{C}\ufffd]/gu, '')
    .replace(new RegExp(`(\\p{M}{${MARKS}})\\p{M}+`, 'gu'), '$1')
    .trim()
  const letters = [...new Intl.Segmenter('en').segment(tame)].map(({ segment }) => segment)
  return letters.length <= mostLetters
    ? tame
    : `${letters
        .slice(0, mostLetters - 1)
        .join('')
        .trimEnd()}…`
}

/** The first letter, upper case; a question mark when there is none. */
export function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter('en').segment(plainText(text, 8))
  return first?.segment.toUpperCase() ?? '?'
}
