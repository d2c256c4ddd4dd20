import { expect, it } from 'vitest'
import { firstRows, overscanRows } from './use-window-rows.ts'

it('renders one tall screen of rows before the first measurement', () => {
  expect(firstRows(1000, 56)).toEqual({ start: 0, end: 23 + 8 })
})

it('renders no more rows than there are', () => {
  expect(firstRows(3, 56)).toEqual({ start: 0, end: 3 })
})

it('renders fewer high rows than low ones beyond the window', () => {
  expect(overscanRows(290)).toBe(2)
  expect(overscanRows(56)).toBe(8)
})
