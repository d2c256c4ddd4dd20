import { describe, expect, it } from 'vitest'
import { parseCollectionSort } from '../collections.ts'

describe('parseCollectionSort', () => {
  it('ranks by all-time volume unless asked', () => {
    expect(parseCollectionSort({})).toEqual({ key: 'ALL_TIME_VOLUME', order: 'DESC' })
  })

  it('ranks by the volume of a window', () => {
    expect(parseCollectionSort({ window: '7d' })).toEqual({ key: 'SEVEN_D_VOLUME', order: 'DESC' })
  })

  it('reads the order attached to the key, and lets the order member win', () => {
    expect(parseCollectionSort({ sortBy: 'FLOOR_PRICE_ASC' })).toEqual({ key: 'FLOOR_PRICE', order: 'ASC' })
    expect(parseCollectionSort({ sortBy: 'FLOOR_PRICE_ASC', order: 'desc' })).toEqual({
      key: 'FLOOR_PRICE',
      order: 'DESC',
    })
  })

  it('sorts names from A', () => {
    expect(parseCollectionSort({ sortBy: 'NAME' })).toEqual({ key: 'NAME', order: 'ASC' })
  })
})
