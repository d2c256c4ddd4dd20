// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { followWindowRows } from './follow-window-rows.ts'
import type { RowRange } from './use-window-rows.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const ROW_HEIGHT = 36

// @feature items.long-list
it.each([
  ['grows', 200, 2_200],
  ['shrinks', 2_200, 200],
])('reports the rows in the window also after what lies above the list %s', (_, before, after) => {
  const resizes: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(resized: () => void) {
        resizes.push(resized)
      }
      observe() {}
      disconnect() {}
    },
  )
  const scrolled = 10_200
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(scrolled)
  let position = before
  const anchor = document.createElement('div')
  anchor.getBoundingClientRect = () => new DOMRect(0, position - scrolled, 100, 1_000 * ROW_HEIGHT)
  let shown: RowRange = { start: 0, end: 0 }
  const follower = followWindowRows(anchor, { count: 1_000, rowHeight: ROW_HEIGHT }, (range) => {
    shown = range
  })
  const expectInWindow = () => {
    const [first, last] = [scrolled, scrolled + window.innerHeight].map((y) => Math.floor((y - position) / ROW_HEIGHT))
    expect(shown.start).toBeLessThanOrEqual(first ?? 0)
    expect(shown.end).toBeGreaterThan(last ?? 0)
  }
  expectInWindow()
  position = after
  for (const resized of resizes) resized()
  expectInWindow()
  follower.stop()
})
