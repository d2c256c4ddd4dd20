import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { expect, it } from 'vitest'
import { ACTIVITY_TITLES, KINDS_OF_TYPE } from './activity-kinds.ts'

// @feature activity.kinds
it('every title is there; Bought replaces Sold for who bought', () => {
  const titles = new Set(Object.values(ACTIVITY_TITLES))
  for (const title of ['Listed', 'Delisted', 'Bid', 'Transfer', 'Mint', 'Sold', 'Accepted bid'])
    expect(titles).toContain(title)
})

// @feature activity.filters
it('every kind belongs to all, and to one other filter', () => {
  expect(KINDS_OF_TYPE.all).toEqual(ACTIVITY_KINDS)
  const { all: _, ...parts } = KINDS_OF_TYPE
  expect(Object.values(parts).flat().toSorted()).toEqual([...ACTIVITY_KINDS].toSorted())
})
