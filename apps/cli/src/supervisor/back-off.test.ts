import { expect, test } from 'vitest'
import { createBackOff } from './back-off.ts'

test('waits twice as long after each crash in a row, up to ten seconds', () => {
  const backOff = createBackOff()
  const waits = Array.from({ length: 8 }, () => backOff.next(100))
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
})

test('starts over after the program lived for half a minute', () => {
  const backOff = createBackOff()
  backOff.next(100)
  backOff.next(100)
  expect(backOff.next(30_000)).toBe(250)
})
