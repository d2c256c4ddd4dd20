import { expect, it } from 'vitest'
import { keepOrder } from './trait-kind-filter.tsx'

it('keeps rows where they were first seen, and new ones last in their own order', () => {
  expect(keepOrder(['Dawn', 'Fern', 'Pond'], ['New', 'Pond', 'Newer', 'Dawn'], (row) => row)).toEqual([
    'Dawn',
    'Pond',
    'New',
    'Newer',
  ])
})
