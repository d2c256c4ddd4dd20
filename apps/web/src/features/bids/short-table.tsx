import { Button } from '@opal/ui/controls/button'
import { DataTable, type DataTableProps } from '@opal/ui/data/data-table'
import { useState } from 'react'
import { formatCount } from '../../shared/format/number.ts'
import { useSideSheets } from '../../shared/hooks/use-narrow.ts'
import styles from './order-book.module.css'

/** Rows that are shown before all are requested. */
const SHORT_ROWS = 8
/** Next to a shorter table it has at least as many rows more. The number grows by as many at once: single levels come and go. */
const MORE_ROWS = 4

export interface ShortTableProps<Row> extends DataTableProps<Row> {
  /** There are more rows than are loaded. */
  readonly hasMore: boolean
  /** Number of rows next to it, where the parts of the book are. */
  readonly beside: number
}

/**
 * A table of the book. It shows its first rows, and the others on request. Where the parts of the book are below each other (`.sides`
 * of the style sheet), what follows stays within reach; next to each other, a long one leaves no void below a short one.
 */
export function ShortTable<Row>({ hasMore, beside, ...table }: ShortTableProps<Row>) {
  const limit = useSideSheets() ? SHORT_ROWS : rowsBeside(beside)
  const [isWhole, setWhole] = useState(false)
  const { rows, pending = 0 } = table
  const isCut = !isWhole && rows.length > limit
  return (
    <>
      <DataTable
        {...table}
        pending={rows.length === 0 ? Math.min(pending, limit) : pending}
        {...(isCut && { rows: rows.slice(0, limit), pending: 0, onEndReached: null, onRetryMore: null })}
      />
      {rows.length > limit && (
        <div className={styles.whole}>
          <Button wide aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer prices' : `Show all ${hasMore ? '' : `${formatCount(rows.length)} `}prices`}
          </Button>
        </div>
      )}
    </>
  )
}

/** Returns how many rows a table shows next to one of a number of rows. */
function rowsBeside(beside: number): number {
  return Math.max(SHORT_ROWS, Math.ceil((beside + MORE_ROWS) / MORE_ROWS) * MORE_ROWS)
}
