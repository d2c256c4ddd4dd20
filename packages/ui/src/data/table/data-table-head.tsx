import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { Tooltip } from '../../overlays/tooltip.tsx'
import styles from '../data-table.module.css'
import type { Column, SortState } from '../data-table.tsx'
import { isText } from './column-sizes.ts'
import columnStyles from './columns.module.css'

/** Clicks on a header within this time count as one. @source docs/product/site.md#sortable-headers */
const BETWEEN_CLICKS_MS = 300

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: SortState | undefined
  onSort: ((columnId: string) => void) | undefined
}

/** The sticky header row: names, tooltips with definitions, and the order as `aria-sort`. */
export function DataTableHead<Row>({ columns, sort, onSort }: DataTableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={`${styles.heading} ${columnStyles.column}`}
            data-align={column.align}
            data-priority={column.priority}
            data-text={isText(column) || undefined}
            style={
              { '--width': column.width, ...(column.maxWidth && { '--most': column.maxWidth }) } as React.CSSProperties
            }
            aria-sort={sort?.columnId === column.id ? `${sort.direction}ending` : undefined}
          >
            <Heading column={column} sort={sort} onSort={onSort} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Heading<Row>(props: {
  column: Column<Row>
  sort: SortState | undefined
  onSort: DataTableHeadProps<Row>['onSort']
}) {
  const { column, sort, onSort } = props
  const content =
    column.sortable === true ? <SortButton {...props} onSort={onSort} sort={sort} /> : <PlainHeading column={column} />
  return column.definition === undefined ? content : <Tooltip content={column.definition}>{content}</Tooltip>
}

function PlainHeading<Row>({ column }: { column: Column<Row> }) {
  const described = column.definition !== undefined
  return (
    // Keyboard users reach the definition by focus.
    <span className={styles.name} title={described ? undefined : column.name} tabIndex={described ? 0 : undefined}>
      {column.header}
    </span>
  )
}

function SortButton<Row>(props: {
  column: Column<Row>
  sort: SortState | undefined
  onSort: DataTableHeadProps<Row>['onSort']
}) {
  const { column, sort, onSort } = props
  const active = sort?.columnId === column.id
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  const onClick = ({ timeStamp }: { readonly timeStamp: number }) => {
    if (timeStamp - lastAt.current < BETWEEN_CLICKS_MS) return
    lastAt.current = timeStamp
    onSort?.(column.id)
  }
  const Arrow = active && sort.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      className={styles.sort}
      aria-label={typeof column.header === 'string' ? undefined : column.name}
      data-active={active || undefined}
      onClick={onClick}
    >
      {column.header}
      <Arrow aria-hidden="true" />
    </button>
  )
}
