import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { HydrationBoundary } from './hydration-boundary.tsx'
import { ListFull, MoreFailed } from './list-notes.tsx'
import { usePageList } from './page-lists.ts'
import { rowsBeforeEnd, useEndReached } from './use-end-reached.ts'
import { useLoaded } from './use-loaded.ts'
import { type ListBeginning, loadedRange, useStartReached } from './use-start-reached.ts'
import { isFullHeight, useWindowRows } from './use-window-rows.ts'
import styles from './window-grid.module.css'

/** Size of the cards of a grid. */
export type CardSize = 's' | 'm' | 'l'

export interface WindowGridProps<Item> extends ListBeginning {
  readonly label: string
  readonly items: readonly Item[]
  readonly itemKey: (item: Item) => string
  readonly renderItem: (item: Item, index: number) => ReactNode
  /** Size of a card: medium by default. */
  readonly size?: CardSize
  /** Height in px of a card's caption, below its square image. */
  readonly captionHeight: number
  /** Number of placeholders after the last item, while more items load. */
  readonly pending?: number
  readonly renderPending: () => ReactNode
  readonly onEndReached?: (() => void) | null
  /** Retries items that failed to load; null while none failed. */
  readonly onRetryMore?: (() => void) | null
}

/** Layout on the server and before the first measurement. */
const UNMEASURED = { columns: 6, cardWidth: 215, gap: 12 }

/** A grid of cards with square images, as many in a row as fit. Renders only the rows near the window. */
export function WindowGrid<Item>(props: WindowGridProps<Item>) {
  return (
    <HydrationBoundary>
      <Grid {...props} />
    </HydrationBoundary>
  )
}

function Grid<Item>(props: WindowGridProps<Item>) {
  const { label, items, itemKey, renderItem, size = 'm', captionHeight, pending = 0, renderPending } = props
  const { onEndReached = null, onRetryMore = null, skipped = 0 } = props
  const frame = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLUListElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const { columns, cardWidth, gap } = useGridShape(grid)
  const rowHeight = Math.round(cardWidth + captionHeight + gap)
  const rowCount = Math.ceil((skipped + items.length) / columns)
  const view = useWindowRows(frame, rowCount, rowHeight)
  const before = rowsBeforeEnd(items.length)
  const isFull = isFullHeight(rowCount, rowHeight)
  useEndReached(end, pending > 0 || before === null || isFull ? null : onEndReached)
  const first = view.start * columns
  useStartReached(props, first)
  const { missing, rows } = loadedRange(items, skipped, first, view.end * columns)
  useRovingFocus(grid)
  usePageList(frame, label, rowCount > 0)

  return (
    <div ref={frame} className={styles.frame}>
      <div style={{ paddingTop: view.before, paddingBottom: view.after }}>
        <ul
          ref={grid}
          className={styles.grid}
          data-size={size}
          data-before={first + missing > 0 || undefined}
          data-after={view.after > 0 || undefined}
          aria-label={label}
          aria-busy={pending > 0}
          onKeyDown={(event) => moveCardFocus(event, columns)}
        >
          <Placeholders name="missing" count={missing} render={renderPending} />
          {rows.map((item, offset) => (
            <li key={itemKey(item)} className={styles.item} data-index={first + missing + offset}>
              {renderItem(item, first + missing + offset)}
            </li>
          ))}
          <Placeholders name="pending" count={pending} render={renderPending} />
        </ul>
      </div>
      {onRetryMore !== null && <MoreFailed busy={pending > 0} onRetry={onRetryMore} />}
      {isFull && onEndReached !== null && <ListFull />}
      <div
        ref={end}
        className={styles.end}
        style={{ height: Math.max(1, Math.ceil((before ?? 0) / columns) * rowHeight) }}
        aria-hidden="true"
      />
    </div>
  )
}

interface PlaceholdersProps {
  readonly name: string
  readonly count: number
  readonly render: () => ReactNode
}

function Placeholders({ name, count, render }: PlaceholdersProps) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same and never move.
    <li key={`${name}-${index}`} className={styles.item} aria-hidden="true">
      {render()}
    </li>
  ))
}

/** Moves the focus to the card to the left or right, above or below. For `onKeyDown` of a grid. @param columns cards in a row */
export function moveCardFocus(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  const step = steps[event.key]
  const { target, currentTarget } = event
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || target instanceof HTMLInputElement) return
  const card = (target as HTMLElement).closest<HTMLElement>('[data-index]')
  if (card === null) return
  const next = currentTarget.querySelector<HTMLElement>(`[data-index="${Number(card.dataset.index) + step}"]`)
  const link = next?.querySelector<HTMLElement>('[data-card-link]')
  if (link === null || link === undefined) return
  event.preventDefault()
  link.focus()
}

/** Makes a mounted list of cards the tab stops of one card, by code that is loaded after hydration. */
export function useRovingFocus(grid: RefObject<HTMLElement | null>): void {
  useLoaded(grid, loadRoving)
}

const loadRoving = async () => (await import('./rove-focus.ts')).roveFocus

/** Measures the columns that the style sheet fits into the available width. */
function useGridShape(grid: RefObject<HTMLElement | null>) {
  const [shape, setShape] = useState(UNMEASURED)
  useEffect(() => {
    const element = grid.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const style = getComputedStyle(element)
      const tracks = style.gridTemplateColumns.split(' ')
      const next = {
        columns: Math.max(1, tracks.length),
        cardWidth: Number.parseFloat(tracks[0] ?? '') || UNMEASURED.cardWidth,
        gap: Number.parseFloat(style.rowGap) || 0,
      }
      setShape((before) => (before.columns === next.columns && before.cardWidth === next.cardWidth ? before : next))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid])
  return shape
}
