import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Which rows of a long list are worth being in the document, and the space the others take. */
export interface WindowRows {
  /** First row in the document, and one past the last. */
  readonly start: number
  readonly end: number
  /** Height in px of what is left out above and below. */
  readonly before: number
  readonly after: number
  scrollToRow(index: number): void
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect

/**
 * Follows the window's scroll position over a list of rows of one height.
 *
 * On the server, and until the browser has measured, the rows of one tall screen are there.
 *
 * @param anchor the list's own element: its place on the page is where row 0 begins.
 */
export function useWindowRows(anchor: RefObject<HTMLElement | null>, count: number, rowHeight: number): WindowRows {
  const [scrollMargin, setScrollMargin] = useState(0)
  useBrowserLayoutEffect(() => {
    const top = anchor.current?.getBoundingClientRect().top
    if (top !== undefined) setScrollMargin(Math.round(top + window.scrollY))
  }, [anchor, rowHeight])

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin,
    initialRect: { width: 1280, height: 1280 },
  })
  useBrowserLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items[items.length - 1]
  return {
    start: first?.index ?? 0,
    end: last === undefined ? 0 : last.index + 1,
    before: first === undefined ? 0 : first.start - scrollMargin,
    after: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - scrollMargin),
    scrollToRow: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
