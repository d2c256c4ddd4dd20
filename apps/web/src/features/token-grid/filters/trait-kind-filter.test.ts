import { expect, it } from 'vitest'
import { keepOrder } from './trait-kind-filter.tsx'

it('keeps known rows in place, and appends new ones in their own order', () => {
  expect(keepOrder(['Dawn', 'Fern', 'Pond'], ['New', 'Pond', 'Newer', 'Dawn'], (row) => row)).toEqual([
    'Dawn',
    'Pond',
    'New',
    'Newer',
  ])
})
