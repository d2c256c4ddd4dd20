import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

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
    for (const formula of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '-', '=HYPERLINK("x")']) {
      const line = csvLine([formula])
      expect(line.startsWith(`"'`), formula).toBe(true)
      expect(cellsOf(line)).toEqual([`'${formula}`])
    }
    expect(csvLine(['\t=1', '\r=1', ' =1'])).toBe(`"'\t'=1","'\r'=1"," '=1"\r\n`)
    expect(csvLine(['-5', '-0.00000001', '12'])).toBe('-5,-0.00000001,12\r\n')
  })

  it('lets no part of a cell become one where semicolons end cells', () => {
    const blank = fc.constantFrom('', ' ', '"', ' "', '\u00a0', '\t')
    const sign = fc.constantFrom('=', '+', '-', '@', '\uff1d', '\uff20')
    const end = fc.constantFrom(';', '\n', '\r', '\r\n', '|', '')
    fc.assert(
      fc.property(fc.string(), end, blank, sign, (before, ends, blanks, first) => {
        const line = csvLine(['a', `${before}${ends}${blanks}${first}HYPERLINK("x");`, 'b'])
        for (const part of line.split(/[;|\r\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/)
      }),
    )
  })

  it('can be read back, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 6 }), (cells) => {
        // Nothing is lost, and nothing but apostrophes is added.
        const bare = (all: readonly string[]) => all.map((cell) => cell.replaceAll("'", ''))
        expect(bare(cellsOf(csvLine(cells)))).toEqual(bare(cells))
      }),
    )
  })
})
