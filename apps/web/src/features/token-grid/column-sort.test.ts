import { TOKEN_SORTS } from '@opal/contract/constants/sorts'
import { expect, it } from 'vitest'
import { isSortable, sortAfter, sortOf } from './column-sort.ts'

// @feature table.sortable
it('reaches every sort order by clicking the header of its column', () => {
  for (const sort of TOKEN_SORTS) {
    const { columnId = '', direction } = sortOf(sort).sort ?? {}
    expect(isSortable(columnId), sort).toBe(true)
    expect(sort.endsWith(`_${direction}`)).toBe(true)
    const first = sortAfter('name_asc' === sort ? 'price_asc' : 'name_asc', columnId)
    expect([first, sortAfter(first, columnId)]).toContain(sort)
  }
})

it('starts with the first order of another column, and ignores columns without one', () => {
  expect(sortAfter('price_desc', 'rarity')).toBe('rarity_asc')
  expect(sortAfter('rarity_asc', 'rarity')).toBe('rarity_desc')
  expect(sortAfter('rarity_desc', 'rarity')).toBe('rarity_asc')
  expect(sortAfter('listed_desc', 'listed')).toBe('listed_desc')
  for (const columnId of ['owner', 'topBid', 'constructor']) {
    expect(isSortable(columnId)).toBe(false)
    expect(sortAfter('price_asc', columnId)).toBe('price_asc')
  }
})
