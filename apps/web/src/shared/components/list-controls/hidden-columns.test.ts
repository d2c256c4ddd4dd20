import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseHidden, putHidden } from './hidden-columns.ts'

const KNOWN = ['rarity', 'owner', 'listed', 'top-bid'] as const

// @feature table.columns
it('restores hidden columns from an address, and leaves other parameters as they are', () => {
  fc.assert(
    fc.property(fc.subarray([...KNOWN]), (hidden) => {
      const search = new URLSearchParams('tab=items')
      putHidden(search, hidden)
      expect(search.get('tab')).toBe('items')
      expect(search.has('cols')).toBe(hidden.length > 0)
      expect(parseHidden(new URLSearchParams(search.toString()), KNOWN)).toEqual(hidden)
    }),
  )
})

// @feature table.columns
it('hides nothing that it does not know, however an address is written', () => {
  expect(parseHidden(new URLSearchParams('cols=-owner,-none,rarity,-owner'), KNOWN)).toEqual(['owner'])
  fc.assert(
    fc.property(fc.string(), (cols) => {
      const hidden = parseHidden(new URLSearchParams({ cols }), KNOWN)
      expect(hidden).toEqual(KNOWN.filter((id) => cols.split(',').includes(`-${id}`)))
    }),
  )
})
