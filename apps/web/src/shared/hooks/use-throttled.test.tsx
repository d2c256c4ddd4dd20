import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useThrottled } from './use-throttled.ts'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs soon after the first request, and then no more often than allowed', () => {
  const work = vi.fn()
  const { result } = renderHook(() => useThrottled(work, 100, 1_000))
  result.current()
  vi.advanceTimersByTime(100)
  expect(work).toHaveBeenCalledTimes(1)
  for (let times = 0; times < 30; times += 1) {
    result.current()
    vi.advanceTimersByTime(100)
  }
  expect(work).toHaveBeenCalledTimes(4)
  vi.advanceTimersByTime(10_000)
  result.current()
  vi.advanceTimersByTime(100)
  expect(work).toHaveBeenCalledTimes(5)
})

it('drops a pending run when the component unmounts', () => {
  const work = vi.fn()
  const { result, unmount } = renderHook(() => useThrottled(work, 100))
  result.current()
  unmount()
  vi.advanceTimersByTime(1_000)
  expect(work).not.toHaveBeenCalled()
})
