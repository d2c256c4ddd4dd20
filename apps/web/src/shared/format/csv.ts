import { csvLine } from '@opal/domain/text/csv'

/** Starts the download of a CSV file in the user's browser. */
export function saveCsv(fileName: string, columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([columns, ...rows].map(csvLine), { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
