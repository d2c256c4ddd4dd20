/**
 * One line as PostgreSQL's `COPY ... CSV` reads it: nothing between two commas is null, `""` is the empty text. Every
 * value is exact, as the server's own text of it.
 */
export function copyCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cell).join(',')}\n`
}

function cell(value: string | null): string {
  if (value === null) return ''
  // A line that is only `\.` ends a COPY.
  if (value !== '' && value !== '\\.' && !/[",\r\n]/.test(value)) return value
  return `"${value.replaceAll('"', '""')}"`
}
