import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { WindowFollower } from './follow-window-rows.ts'

/** The rows of a long list that are rendered, and the space of the others. */
export interface WindowRows extends RowRange {
  /** Height in px of the rows that are not rendered, above and below. */
  readonly before: number
  readonly after: number
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect

/**
 * Returns the rows near the window, for a list whose rows have one height.
 *
 * On the server, and until the virtualizer is loaded after hydration, these are the rows of one tall screen.
 *
 * @param anchor the list's element: row 0 begins at its top.
 */
export function useWindowRows(
  anchor: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  isEnabled = true,
): WindowRows {
  const follower = useRef<WindowFollower | null>(null)
  const [followed, setFollowed] = useState<RowRange | null>(null)
  const latest = useRef({ count, rowHeight })
  latest.current = { count, rowHeight }

  useEffect(() => {
    if (!isEnabled) return
    let unmounted = false
    void import('./follow-window-rows.ts').then(({ followWindowRows }) => {
      const element = anchor.current
      if (unmounted || element === null) return
      follower.current = followWindowRows(element, latest.current, setFollowed)
    })
    return () => {
      unmounted = true
      follower.current?.stop()
      follower.current = null
    }
  }, [anchor, isEnabled])
  useBrowserLayoutEffect(() => follower.current?.update({ count, rowHeight }), [count, rowHeight])

  if (!isEnabled) return { start: 0, end: count, before: 0, after: 0 }
  const range = followed === null ? firstRows(count, rowHeight) : followed
  const end = Math.min(range.end, count)
  const start = Math.min(range.start, end)
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight }
}

/** A range of rows: the first, and one past the last. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

/** Height in px that is rendered before the window has been measured, and beyond its edges after that. */
const TALL_SCREEN = 1280
const BEYOND_EDGE = 400

/** Height in px that a list has at most: browsers draw no element that is much higher. */
const MAX_HEIGHT = 15_000_000

/** Returns whether a list is as high as it can be, so that more rows could not be shown. */
export function isFullHeight(count: number, rowHeight: number): boolean {
  return count * rowHeight >= MAX_HEIGHT
}

/** Returns how many rows are rendered above and below the window: as many as one turn of the wheel scrolls. */
export function overscanRows(rowHeight: number): number {
  return Math.ceil(BEYOND_EDGE / rowHeight)
}

/** Returns the rows that are rendered before the window has been measured. */
export function firstRows(count: number, rowHeight: number): RowRange {
  return { start: 0, end: Math.min(count, Math.ceil(TALL_SCREEN / rowHeight) + overscanRows(rowHeight)) }
}
