import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import styles from './data-table.module.css'
import type { Column, SortState } from './data-table.tsx'
import { Tooltip } from './tooltip.tsx'

/** Clicks on a header that follow sooner count as one. @source spec 000, section 9 "Header click debounce 300 ms" */
const BETWEEN_CLICKS_MS = 300

export interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: SortState | undefined
  onSort: ((columnId: string) => void) | undefined
}

/** The sticky header row: names, definitions on hover, and the order as `aria-sort`. */
export function DataTableHead<Row>({ columns, sort, onSort }: DataTableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={styles.heading}
            data-align={column.align}
            data-priority={column.priority}
            style={column.width === undefined ? undefined : { width: column.width }}
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
  const face =
    column.sortable === true ? <SortFace {...props} onSort={onSort} sort={sort} /> : <NameFace column={column} />
  return column.definition === undefined ? face : <Tooltip content={column.definition}>{face}</Tooltip>
}

function NameFace<Row>({ column }: { column: Column<Row> }) {
  const described = column.definition !== undefined
  return (
    // Keyboard users reach the definition by focus.
    <span className={styles.name} title={described ? undefined : column.name} tabIndex={described ? 0 : undefined}>
      {column.header}
    </span>
  )
}

function SortFace<Row>(props: {
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
    <button type="button" className={styles.sort} data-active={active || undefined} onClick={onClick}>
      {column.header}
      <Arrow aria-hidden="true" />
    </button>
  )
}
