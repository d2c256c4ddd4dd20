import { type KeyboardEvent, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import styles from './data-table.module.css'
import { HydrationBoundary } from './hydration-boundary.tsx'
import { ListFull, MoreFailed } from './list-notes.tsx'
import { usePageList } from './page-lists.ts'
import { pressRow } from './press-row.ts'
import { columnSizes } from './table/column-sizes.ts'
import columnStyles from './table/columns.module.css'
import { DataTableHead } from './table/data-table-head.tsx'
import { rowsBeforeEnd, useEndReached } from './use-end-reached.ts'
import { useLoaded } from './use-loaded.ts'
import { type ListBeginning, loadedRange, useStartReached } from './use-start-reached.ts'
import { isFullHeight, useWindowRows } from './use-window-rows.ts'

export interface Column<Row> {
  readonly id: string
  readonly header: ReactNode
  /** The header in words: accessible name of a sort button, and tooltip of an icon. */
  readonly name: string
  readonly cell: (row: Row, index: number) => ReactNode
  readonly align?: 'start' | 'end' | 'center'
  /** CSS width of a column of values; one with `align` gets its share of what is left in a wide table. */
  readonly width?: string
  /** CSS width that a column without `width` has at most, in windows that are no phone's. */
  readonly maxWidth?: string
  /** The column that the row is read for, such as the price: in more weight than the other values. */
  readonly leads?: boolean
  /** The header is a button that sorts by this column. */
  readonly sortable?: boolean
  /** Definition of the values, shown in a tooltip of the header. */
  readonly definition?: string
  /** When the column is visible: 1 always, 2 from 640 px, 3 from 1024 px, 5 from 1600 px, all others from 1360 px of the window;
   *  4 only where the size container around the table also has 1000 px. */
  readonly priority?: 1 | 2 | 3 | 4 | 5
}

export interface SortState {
  readonly columnId: string
  readonly direction: 'asc' | 'desc'
}

export interface DataTableProps<Row> extends ListBeginning {
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Highlights a row that has just changed. */
  readonly isHighlighted?: (row: Row) => boolean
  /** Marks a row that is chosen. */
  readonly isSelected?: (row: Row) => boolean
  /** Fades a row that is about to leave the list. */
  readonly isFaded?: (row: Row) => boolean
  readonly sort?: SortState
  readonly onSort?: (columnId: string) => void
  /** Replaces the rows when there are none. */
  readonly empty: ReactNode
  /** Number of placeholder rows after the last one, while more rows load. */
  readonly pending?: number
  /** Loads more rows; null when there are no more. */
  readonly onEndReached?: (() => void) | null
  /** Retries rows that failed to load; null while none failed. */
  readonly onRetryMore?: (() => void) | null
  /** Height in px, the same for every row, on phones and touch screens. */
  readonly rowHeight?: number
  /** Height in px where a mouse points in a wider window. Up to 40 px rows have one line and small images. */
  readonly denseHeight?: number
  /** Whether the table scrolls with the window (and renders only rows near it) or inside its own container. */
  readonly scrolls?: 'window' | 'inside'
}

/** A table with rows of one height and a sticky header. Renders only the rows near the window. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return (
    <HydrationBoundary>
      <Table {...props} />
    </HydrationBoundary>
  )
}

function Table<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    empty,
    pending = 0,
    onEndReached = null,
    onRetryMore = null,
    rowHeight: touchHeight = 56,
    denseHeight = 36,
    scrolls = 'window',
    skipped = 0,
  } = props
  const rowHeight = useIsDense() ? denseHeight : touchHeight
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const rowCount = skipped + rows.length
  const view = useWindowRows(body, rowCount, rowHeight, scrolls === 'window')
  const before = rowsBeforeEnd(rows.length)
  const isFull = isFullHeight(rowCount, rowHeight)
  useEndReached(end, pending > 0 || before === null || isFull ? null : onEndReached)
  useStartReached(props, view.start)
  usePageList(frame, label, rowCount > 0)
  useLoaded(body, loadKeys)
  const loaded = loadedRange(rows, skipped, view.start, view.end)
  const first = view.start + loaded.missing

  return (
    <div
      ref={frame}
      className={styles.frame}
      data-scrolls={scrolls}
      data-led={columns.some(({ leads }) => leads) || undefined}
      data-dense={denseHeight <= ONE_LINE_PX || undefined}
      style={
        {
          '--touch-height': `${touchHeight}px`,
          '--dense-height': `${denseHeight}px`,
          ...columnSizes(columns),
        } as React.CSSProperties
      }
    >
      <table className={columnStyles.table} aria-label={label} aria-rowcount={rowCount} aria-busy={pending > 0}>
        <DataTableHead columns={columns} sort={props.sort} onSort={props.onSort} />
        <tbody
          ref={body}
          data-before={first > 0 || undefined}
          data-after={view.after > 0 || undefined}
          onKeyDown={moveRowFocus}
          onClick={pressRow}
        >
          <Spacer height={view.before} />
          <PendingRows name="missing" columns={columns} count={loaded.missing} />
          {loaded.rows.map((row, offset) => (
            <TableRow key={props.rowKey(row)} {...props} row={row} index={first + offset} />
          ))}
          <Spacer height={view.after} />
          <PendingRows name="pending" columns={columns} count={pending} />
        </tbody>
      </table>
      {onRetryMore !== null && <MoreFailed busy={pending > 0} onRetry={onRetryMore} />}
      {isFull && onEndReached !== null && <ListFull />}
      {rows.length === 0 && pending === 0 && empty}
      <div
        ref={end}
        className={styles.end}
        style={{ height: Math.max(1, (before ?? 0) * rowHeight) }}
        aria-hidden="true"
      />
    </div>
  )
}

/** Rows up to this height have one line. */
const ONE_LINE_PX = 40
/** Also in the style sheet. */
const DENSE = '(min-width: 768px) and (pointer: fine)'

/** Returns whether a mouse points in a window that is wider than a phone. True on the server; the style sheet knows better. */
function useIsDense(): boolean {
  return useSyncExternalStore(
    followDense,
    () => window.matchMedia(DENSE).matches,
    () => true,
  )
}

function followDense(onChange: () => void): () => void {
  const query = window.matchMedia(DENSE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function TableRow<Row>(props: DataTableProps<Row> & { readonly row: Row; readonly index: number }) {
  const { columns, row, index } = props
  return (
    <tr
      className={styles.row}
      data-row=""
      data-highlighted={props.isHighlighted?.(row) || undefined}
      data-selected={props.isSelected?.(row) || undefined}
      data-faded={props.isFaded?.(row) || undefined}
      aria-rowindex={index + 1}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          className={`${styles.cell} ${columnStyles.column}`}
          data-align={column.align}
          data-priority={column.priority}
          data-leads={column.leads || undefined}
        >
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  )
}

interface PendingRowsProps<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
}

function PendingRows<Row>({ name, columns, count }: PendingRowsProps<Row>) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same and never move.
    <tr key={`${name}-${index}`} className={styles.row}>
      {columns.map((column) => (
        <td
          key={column.id}
          className={`${styles.cell} ${columnStyles.column}`}
          data-align={column.align}
          data-priority={column.priority}
        >
          <Skeleton height="14px" width={column.width === undefined ? '60%' : '70%'} />
        </td>
      ))}
    </tr>
  ))
}

// One cell without colspan: a colspan would count columns that narrow screens hide.
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus.
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

const loadKeys = async () => {
  const { followListKeys } = await import('./list-keys.ts')
  return (body: HTMLElement) => followListKeys(body, '[data-row-link]')
}

/** Moves the focus to the link of the next or previous row. For `onKeyDown` of a `tbody`. */
function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const target = event.target as HTMLElement
  const row = target.closest('[data-row]')
  if (step === undefined || row === null || event.altKey || event.ctrlKey || event.metaKey) return
  // Fields handle these keys themselves.
  if (target.matches('input, select, textarea')) return
  const sibling = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const control = sibling?.querySelector<HTMLElement>('[data-row-link]')
  if (control === null || control === undefined) return
  event.preventDefault()
  control.focus()
}
