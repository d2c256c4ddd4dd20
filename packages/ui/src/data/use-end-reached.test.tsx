import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEndTrigger, rowsBeforeEnd, useEndReached } from './use-end-reached.ts'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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
it('never triggers twice within 200 ms, however often the end comes near', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 30 }), (pauses) => {
      const calledMs: number[] = []
      const { near } = createEndTrigger(() => calledMs.push(performance.now()))
      for (const pause of pauses) {
        near()
        vi.advanceTimersByTime(pause)
      }
      vi.advanceTimersByTime(1_000)
      const gaps = calledMs.slice(1).map((at, before) => at - (calledMs[before] ?? 0))
      expect(gaps.filter((gap) => gap < 200)).toEqual([])
      expect(calledMs.length > 0).toBe(pauses.length > 0)
    }),
  )
})

it('triggers no more once it is canceled', () => {
  const call = vi.fn()
  const { near, cancel } = createEndTrigger(call)
  near()
  cancel()
  vi.advanceTimersByTime(1_000)
  expect(call).not.toHaveBeenCalled()
})

/** The observers that were created: what they observe, how, and how an element comes near. */
const observers: { observed: Element[]; options: IntersectionObserverInit | undefined; near(): void }[] = []

function stubObserver(): void {
  observers.length = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #own: (typeof observers)[number]
      constructor(
        notify: (entries: readonly { isIntersecting: boolean }[]) => void,
        options: IntersectionObserverInit,
      ) {
        this.#own = { observed: [], options, near: () => notify([{ isIntersecting: false }, { isIntersecting: true }]) }
        observers.push(this.#own)
      }
      observe(element: Element) {
        this.#own.observed.push(element)
      }
      disconnect() {
        this.#own.observed.length = 0
      }
    },
  )
}

function List({ onReached }: { onReached: (() => void) | null }) {
  const marker = useRef<HTMLDivElement>(null)
  useEndReached(marker, onReached)
  return <div ref={marker} data-testid="marker" />
}

// @feature table.endless, table.endless-guard
it('observes the last rows from 800 ms after the list was rendered, and triggers where a tenth of them is within 156 px', () => {
  stubObserver()
  const onReached = vi.fn()
  const { rerender } = render(<List onReached={onReached} />)
  const [first] = observers
  expect(first?.options).toEqual({ rootMargin: '156px', threshold: 0.1 })
  vi.advanceTimersByTime(799)
  expect(first?.observed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(first?.observed).toEqual([screen.getByTestId('marker')])
  first?.near()
  vi.advanceTimersByTime(299)
  expect(onReached).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onReached).toHaveBeenCalledOnce()
  // While rows are on their way nothing is observed; then at once, since the list is there for long.
  rerender(<List onReached={null} />)
  expect(first?.observed).toEqual([])
  rerender(<List onReached={onReached} />)
  vi.advanceTimersByTime(0)
  expect(observers[1]?.observed).toEqual([screen.getByTestId('marker')])
})
