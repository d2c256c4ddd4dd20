/**
 * Matches text that a spreadsheet would take for a formula: at the beginning of a cell, after blanks and quotes,
 * and at the beginning of a cell where cells end with semicolons, as in much of Europe. Full-width signs count in
 * East Asia.
 * @source OWASP, "CSV Injection"
 */
const FORMULA = /(^|[;|\t\r\n])([\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const NUMBER = /^-?\d+(\.\d+)?$/

/** Serializes one CSV line (RFC 4180). An apostrophe precedes what a spreadsheet would run as a formula; null is an empty cell. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | null): string {
  if (value === null) return ''
  if (NUMBER.test(value)) return value
  const safe = value.replace(FORMULA, "$1$2'").replace(/^(?=[\t\r\n])/, "'")
  return safe !== value || /[",;\r\n]|^\s|\s$/.test(safe) ? quote(safe) : safe
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
