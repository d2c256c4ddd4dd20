import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRecent } from './use-recent.ts'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// @feature items.row-highlight, activity.live
it('highlights an id for three seconds, and for three more when it is added again', () => {
  const { result } = renderHook(useRecent)
  const lit = () => [...result.current[0]]
  act(() => result.current[1](['a', 'b']))
  act(() => vi.advanceTimersByTime(2_000))
  act(() => result.current[1](['b']))
  act(() => vi.advanceTimersByTime(999))
  expect(lit()).toEqual(['a', 'b'])
  act(() => vi.advanceTimersByTime(1))
  expect(lit()).toEqual(['b'])
  act(() => vi.advanceTimersByTime(2_000))
  expect(lit()).toEqual([])
})
