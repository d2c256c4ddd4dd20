import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { level } from './testing/book-fixtures.ts'
import { useChangedLevels } from './use-live-bids.ts'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('highlights each level for three seconds from its own change, whatever becomes of the others', () => {
  const { result, rerender } = renderHook(({ levels }) => useChangedLevels(levels), {
    initialProps: { levels: [level('20', '1', 1), level('10', '1', 1)] },
  })
  const lit = () => [...result.current]
  expect(lit()).toEqual([])
  rerender({ levels: [level('20', '2', 1), level('10', '1', 1)] })
  expect(lit()).toEqual(['20'])
  act(() => vi.advanceTimersByTime(2_000))
  rerender({ levels: [level('20', '2', 1), level('10', '2', 1)] })
  expect(lit()).toEqual(['20', '10'])
  // A level that goes changes none that stays.
  rerender({ levels: [level('20', '2', 1)] })
  act(() => vi.advanceTimersByTime(1_000))
  expect(lit()).toEqual(['10'])
  act(() => vi.advanceTimersByTime(2_000))
  expect(lit()).toEqual([])
})
