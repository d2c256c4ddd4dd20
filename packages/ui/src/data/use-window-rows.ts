import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { WindowFollower } from './follow-window-rows.ts'

/** Which rows of a long list are worth being in the document, and the space the others take. */
export interface WindowRows extends RowRange {
  /** Height in px of what is left out above and below. */
  readonly before: number
  readonly after: number
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect

/**
 * Follows the window's scroll position over a list of rows of one height.
 *
 * On the server, and until the page stands and what follows the window is loaded, the rows of one tall screen are there.
 *
 * @param anchor the list's own element: its place on the page is where row 0 begins.
 */
export function useWindowRows(anchor: RefObject<HTMLElement | null>, count: number, rowHeight: number): WindowRows {
  const follower = useRef<WindowFollower | null>(null)
  const [followed, setFollowed] = useState<RowRange | null>(null)
  const latest = useRef({ count, rowHeight })
  latest.current = { count, rowHeight }

  useEffect(() => {
    let gone = false
    void import('./follow-window-rows.ts').then(({ followWindowRows }) => {
      const element = anchor.current
      if (gone || element === null) return
      follower.current = followWindowRows(element, latest.current, setFollowed)
    })
    return () => {
      gone = true
      follower.current?.stop()
      follower.current = null
    }
  }, [anchor])
  useBrowserLayoutEffect(() => follower.current?.update({ count, rowHeight }), [count, rowHeight])

  const range = followed === null ? firstRows(count, rowHeight) : followed
  const end = Math.min(range.end, count)
  const start = Math.min(range.start, end)
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight }
}

/** Rows of a list that are in the document: the first, and one past the last. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

/** Height in px that is filled before the window has been measured, and that is kept ready beyond its edges. */
const TALL_SCREEN = 1280
const BEYOND_EDGE = 400

/** Rows kept ready above and below the window: as many as a flick of the wheel passes. */
export function overscanRows(rowHeight: number): number {
  return Math.ceil(BEYOND_EDGE / rowHeight)
}

/** What is rendered before anybody could scroll. */
export function firstRows(count: number, rowHeight: number): RowRange {
  return { start: 0, end: Math.min(count, Math.ceil(TALL_SCREEN / rowHeight) + overscanRows(rowHeight)) }
}
