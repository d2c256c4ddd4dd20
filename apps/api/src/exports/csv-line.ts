/** Cells that a spreadsheet takes for a formula. @source OWASP, "CSV Injection" */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** One line of a CSV (RFC 4180). What would run in a spreadsheet gets an apostrophe, which spreadsheets read as "text". */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | null): string {
  if (value === null) return ''
  const isFormula = FORMULA.test(value) && !NUMBER.test(value)
  if (isFormula) return quote(`'${value}`)
  return /[",\r\n]|^\s|\s$/.test(value) ? quote(value) : value
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
