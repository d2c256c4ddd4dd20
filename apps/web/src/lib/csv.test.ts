import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes what would break a row, and leaves no formula', () => {
  expect(
    toCsv(
      ['Item', 'Price'],
      [
        ['Stone, "the" 1', '-1.5'],
        ['=1+1', '2'],
      ],
    ),
  ).toBe('Item,Price\r\n"Stone, ""the"" 1",-1.5\r\n\'=1+1,2\r\n')
})
