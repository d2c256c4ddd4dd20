import { expect, it } from 'vitest'
import { withNotes } from './item-rows.ts'

const ROW = { tokenDataId: '0x1', name: 'Stone #9', image: null, place: 'Stones', marketplace: 'own', price: '1' }

// @feature buy.cart
it('compares only prices that can be had with the floor', () => {
  const rows = [
    { ...ROW, key: 'for sale', reason: null },
    { ...ROW, key: 'gone', reason: 'Token is already sold or delisted' },
  ]
  expect(withNotes(rows, () => 'at floor').map(({ key, note }) => [key, note])).toEqual([
    ['for sale', 'at floor'],
    ['gone', null],
  ])
})
