import type { TradeItem } from '@opal/contract/trading/trade'
import { expect, it } from 'vitest'
import { testingItem } from '../../../testing/testing-item.ts'
import { tokenRow, withNotes } from './item-rows.ts'

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

// @feature image.fallback
it.each([
  ['ipfs://own', 'ipfs://answered', 'ipfs://own'],
  [null, 'ipfs://cover', 'ipfs://cover'],
  [null, null, null],
])('shows the image %s of a token, or else the answered %s, which is the collection’s', (image, answered, shown) => {
  const item = { image: answered, listing: null } as TradeItem
  expect(tokenRow({ ...testingItem('0x1'), image }, item).image).toBe(shown)
  expect(tokenRow({ ...testingItem('0x1'), image }, undefined).image).toBe(image)
})
