import { expect, test } from 'vitest'
import { splitRows } from './delimited-rows.ts'

test('rows that came as one text are apart again, empty fields and all', () => {
  expect(splitRows(null)).toEqual([])
  expect(splitRows('1\u001f\u001f"a"\u001e2\u001f0xb\u001f')).toEqual([
    ['1', '', '"a"'],
    ['2', '0xb', ''],
  ])
})
