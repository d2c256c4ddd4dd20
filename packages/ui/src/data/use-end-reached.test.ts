import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEndTrigger, rowsBeforeEnd } from './use-end-reached.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// @feature table.endless
it('triggers 35 rows before the end of a long list, at the end of a shorter one, never for five or fewer', () => {
  expect([0, 5, 6, 35, 36, 5000].map(rowsBeforeEnd)).toEqual([null, null, 0, 0, 35, 35])
})

// @feature table.endless
it('triggers once, 300 ms after the end last came near', () => {
  const call = vi.fn()
  const { near } = createEndTrigger(call)
  near()
  vi.advanceTimersByTime(299)
  near()
  vi.advanceTimersByTime(299)
  expect(call).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(call).toHaveBeenCalledOnce()
})

// @feature table.endless-guard
it('keeps a minimum time between two calls, and drops a cancelled one', () => {
  const call = vi.fn()
  const { near, cancel } = createEndTrigger(call)
  near()
  vi.advanceTimersByTime(300)
  near()
  vi.advanceTimersByTime(300)
  expect(call).toHaveBeenCalledTimes(2)
  near()
  cancel()
  vi.advanceTimersByTime(1000)
  expect(call).toHaveBeenCalledTimes(2)
})
