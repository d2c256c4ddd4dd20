import { expect, it } from 'vitest'
import { placeholders } from './placeholders.ts'

// @feature table.placeholders
it('fifty stand in a list while its first page or more of it is on its way, and none otherwise', () => {
  expect(placeholders({ isPending: true, isFetchingNextPage: false })).toBe(50)
  expect(placeholders({ isPending: false, isFetchingNextPage: true })).toBe(50)
  expect(placeholders({ isPending: false, isFetchingNextPage: false })).toBe(0)
})
