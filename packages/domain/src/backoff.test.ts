import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

const LIMITS = { firstMs: 250, maxMs: 10_000 }

test('doubles the pause with each attempt, up to the maximum', () => {
  const backoff = new Backoff(LIMITS)
  const pauses = Array.from({ length: 8 }, () => backoff.next())
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

test('starts over after a reset', () => {
  const backoff = new Backoff(LIMITS)
  backoff.next()
  backoff.next()
  backoff.reset()
  expect(backoff.next()).toBe(250)
})

test('a lower maximum bounds one pause, and the following ones grow from it', () => {
  const backoff = new Backoff(LIMITS)
  for (let attempt = 0; attempt < 6; attempt += 1) backoff.next()
  expect(backoff.next(1_000)).toBe(1_000)
  expect(backoff.next()).toBe(2_000)
})
