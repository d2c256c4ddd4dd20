import { Button } from '@opal/ui/controls/button'
import { DataTable, type DataTableProps } from '@opal/ui/data/data-table'
import { useState } from 'react'
import { formatCount } from '../../shared/format/number.ts'
import { useSideSheets } from '../../shared/hooks/use-narrow.ts'
import styles from './order-book.module.css'

/** Rows that are shown before all are requested. */
const SHORT_ROWS = 8

export interface ShortTableProps<Row> extends DataTableProps<Row> {
  /** There are more rows than are loaded. */
  readonly hasMore: boolean
}

/**
 * A table of the book. Where the parts of the book are below each other (`.sides` of the style sheet), it shows its first rows, and
 * the others on request: what follows stays within reach.
 */
export function ShortTable<Row>({ hasMore, ...table }: ShortTableProps<Row>) {
  const isStacked = useSideSheets()
  const [isWhole, setWhole] = useState(false)
  const { rows, pending = 0 } = table
  if (!isStacked) return <DataTable {...table} />
  const first = {
    rows: rows.slice(0, SHORT_ROWS),
    pending: rows.length === 0 ? Math.min(pending, SHORT_ROWS) : 0,
    onEndReached: null,
    onRetryMore: null,
  }
  return (
    <>
      <DataTable {...table} {...(!isWhole && first)} />
      {rows.length > SHORT_ROWS && (
        <div className={styles.whole}>
          <Button wide aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer prices' : `Show all ${hasMore ? '' : `${formatCount(rows.length)} `}prices`}
          </Button>
        </div>
      )}
    </>
  )
}
