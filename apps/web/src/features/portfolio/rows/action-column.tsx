import type { Column } from '@opal/ui/data/data-table'
import type { ReactNode } from 'react'
import styles from '../items/items.module.css'

/** Returns the column of a row's button, above the link that covers the row. */
export function actionColumn<Row>(priority: 1 | 2, renderButton: (row: Row) => ReactNode): Column<Row> {
  return {
    id: 'action',
    header: '',
    name: 'Action',
    align: 'end',
    width: '84px',
    priority,
    cell: (row) => <span className={styles.above}>{renderButton(row)}</span>,
  }
}
