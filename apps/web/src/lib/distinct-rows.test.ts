import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distinctRows } from './distinct-rows.ts'

it('has every row of all pages once, in the order in which they came first', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(9))), (pages) => {
      const rows = distinctRows(
        pages.map((data) => ({ data })),
        String,
      )
      expect(rows).toEqual([...new Set(pages.flat())])
    }),
  )
})
