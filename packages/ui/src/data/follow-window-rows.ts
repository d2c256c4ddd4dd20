import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core'
import { overscanRows, type RowRange } from './use-window-rows.ts'

/** Size of a list whose rows have one height. */
export interface RowList {
  readonly count: number
  /** Height in px. */
  readonly rowHeight: number
}

export interface WindowFollower {
  update(list: RowList): void
  stop(): void
}

/** Reports which rows of a list are near the window, immediately and whenever that changes. Loaded after hydration. */
export function followWindowRows(
  anchor: HTMLElement,
  first: RowList,
  onChange: (range: RowRange) => void,
): WindowFollower {
  let reported: RowRange | null = null
  let list = first
  /** Position of the list on the page, in px. */
  const measured = () => Math.round(anchor.getBoundingClientRect().top + window.scrollY)
  let position = measured()
  const report = () => {
    const rows = virtualizer.getVirtualItems()
    const range = { start: rows[0]?.index ?? 0, end: (rows.at(-1)?.index ?? -1) + 1 }
    if (reported?.start === range.start && reported.end === range.end) return
    reported = range
    onChange(range)
  }
  const optionsOf = ({ count, rowHeight }: RowList): VirtualizerOptions<Window, HTMLElement> => ({
    count,
    estimateSize: () => rowHeight,
    overscan: overscanRows(rowHeight),
    scrollMargin: position,
    initialOffset: () => window.scrollY,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    onChange: report,
  })
  const virtualizer = new Virtualizer<Window, HTMLElement>(optionsOf(first))
  const unmount = virtualizer._didMount()
  virtualizer._willUpdate()
  report()
  const update = (next: RowList) => {
    list = next
    position = measured()
    virtualizer.setOptions(optionsOf(list))
    virtualizer.measure()
    virtualizer._willUpdate()
    report()
  }
  // What lies above the list grows and shrinks: notices, filters that are on, more figures of a head.
  const observer = new ResizeObserver(() => {
    if (measured() !== position) update(list)
  })
  observer.observe(document.body)
  return {
    update,
    stop() {
      observer.disconnect()
      unmount()
    },
  }
}
