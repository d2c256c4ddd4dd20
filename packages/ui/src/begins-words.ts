/**
 * How well typed words fit some text: each must begin a word of it. 1 when the text begins with what was typed, less
 * otherwise, 0 when it does not fit.
 */
export function beginsWords(typed: string, text: string): number {
  const wanted = typed.trim().toLowerCase()
  const words = text.toLowerCase().split(/[\s.]+/)
  if (!wanted.split(/\s+/).every((one) => words.some((word) => word.startsWith(one)))) return 0
  return text.toLowerCase().startsWith(wanted) ? 1 : 0.5
}
