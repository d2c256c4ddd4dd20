import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

/** Reads one line of RFC 4180 back. */
function cellsOf(line: string): readonly string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)]
  return cells.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
}

describe('a line of a CSV', () => {
  it('quotes what would break the table, and leaves the rest alone', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, ''])).toBe('a,"b,c","say ""hi""","two\nlines",,\r\n')
  })

  it('lets no cell be a formula, and numbers be numbers', () => {
    for (const formula of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '-', '=HYPERLINK("x")']) {
      const line = csvLine([formula])
      expect(line.startsWith(`"'`), formula).toBe(true)
      expect(cellsOf(line)).toEqual([`'${formula}`])
    }
    expect(csvLine(['-5', '-0.00000001', '12'])).toBe('-5,-0.00000001,12\r\n')
  })

  it('can be read back, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 6 }), (cells) => {
        const safe = cells.map((cell) =>
          /^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell,
        )
        expect(cellsOf(csvLine(cells))).toEqual(safe)
      }),
    )
  })
})
