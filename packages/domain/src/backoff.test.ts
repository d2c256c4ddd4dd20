import { afterEach, expect, test, vi } from 'vitest'
import { Backoff, pause, settledWithin } from './backoff.ts'

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

afterEach(() => vi.useRealTimers())

test('a pause ends after its time, or at the signal, and does not begin after it', async () => {
  vi.useFakeTimers()
  const ending = new AbortController()
  const ended: string[] = []
  const waiting = [
    pause(1_000, ending.signal).then(() => ended.push('short')),
    pause(60_000, ending.signal).then(() => ended.push('long')),
  ]
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toEqual(['short'])
  ending.abort()
  await Promise.all(waiting)
  expect(ended).toEqual(['short', 'long'])
  await pause(60_000, ending.signal)
  expect(vi.getTimerCount()).toBe(0)
})

test('waits for work until it has ended or failed, or until its time is over, and leaves no timer', async () => {
  vi.useFakeTimers()
  await settledWithin(Promise.resolve(), 1_000)
  await expect(settledWithin(Promise.reject(new Error('failed')), 1_000)).rejects.toThrow('failed')
  expect(vi.getTimerCount()).toBe(0)
  const ended = vi.fn()
  void settledWithin(new Promise(() => undefined), 1_000).then(ended)
  await vi.advanceTimersByTimeAsync(999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledOnce()
})
