import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core'
import { overscanRows, type RowRange } from './use-window-rows.ts'

/** A list of rows of one height. */
export interface RowList {
  readonly count: number
  /** Height in px. */
  readonly rowHeight: number
}

export interface WindowFollower {
  update(list: RowList): void
  stop(): void
}

/** Tells which rows of a list are near the window, now and whenever that changes. Loaded once the page stands. */
export function followWindowRows(
  anchor: HTMLElement,
  first: RowList,
  onChange: (range: RowRange) => void,
): WindowFollower {
  let told: RowRange | null = null
  const tell = () => {
    const rows = virtualizer.getVirtualItems()
    const range = { start: rows[0]?.index ?? 0, end: (rows.at(-1)?.index ?? -1) + 1 }
    if (told?.start === range.start && told.end === range.end) return
    told = range
    onChange(range)
  }
  const optionsOf = ({ count, rowHeight }: RowList): VirtualizerOptions<Window, HTMLElement> => ({
    count,
    estimateSize: () => rowHeight,
    overscan: overscanRows(rowHeight),
    scrollMargin: Math.round(anchor.getBoundingClientRect().top + window.scrollY),
    initialOffset: () => window.scrollY,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    onChange: tell,
  })
  const virtualizer = new Virtualizer<Window, HTMLElement>(optionsOf(first))
  const unmount = virtualizer._didMount()
  virtualizer._willUpdate()
  tell()
  return {
    update(list) {
      virtualizer.setOptions(optionsOf(list))
      virtualizer.measure()
      virtualizer._willUpdate()
      tell()
    },
    stop: unmount,
  }
}
