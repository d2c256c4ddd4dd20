import { Checkbox } from '@opal/ui/controls/checkbox'
import type { Column } from '@opal/ui/data/data-table'
import styles from '../items/items.module.css'
import type { Selection } from './use-selection.ts'

/** Returns the column of the rows' checkboxes, with one for all in its header. */
export function tickColumn<Row>(
  selection: Selection<Row>,
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    id: 'tick',
    header: selection.allLabel !== null && (
      <Checkbox
        label={selection.allLabel}
        checked={selection.state === 'partial' ? 'partial' : selection.state === 'all'}
        onCheckedChange={selection.toggleAll}
      />
    ),
    name: 'Select',
    width: '44px',
    priority: 1,
    cell: (row) => (
      <span className={styles.above} data-tick="">
        <Checkbox
          label={`Select ${nameOf(row)}`}
          checked={selection.has(keyOf(row))}
          onCheckedChange={(on, withShift) => selection.toggle(row, on, withShift)}
        />
      </span>
    ),
  }
}
