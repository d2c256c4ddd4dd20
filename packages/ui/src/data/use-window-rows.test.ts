import { expect, it } from 'vitest'
import { firstRows, overscanRows } from './use-window-rows.ts'

it('renders a tall screen of rows before anybody scrolls', () => {
  expect(firstRows(1000, 56)).toEqual({ start: 0, end: 23 + 8 })
})

it('renders no more rows than there are', () => {
  expect(firstRows(3, 56)).toEqual({ start: 0, end: 3 })
})

it('keeps fewer high rows ready than low ones', () => {
  expect(overscanRows(290)).toBe(2)
  expect(overscanRows(56)).toBe(8)
})
