import type { Column } from '@opal/ui/data/data-table'
import type { ReactNode } from 'react'
import styles from '../items/items.module.css'

/** Returns the column of a row's button, above the link that covers the row. @param width of the widest button and the cell's padding. */
export function actionColumn<Row>(priority: 1 | 2, renderButton: (row: Row) => ReactNode, width = '84px'): Column<Row> {
  return {
    id: 'action',
    header: '',
    name: 'Action',
    align: 'end',
    width,
    priority,
    cell: (row) => <span className={styles.above}>{renderButton(row)}</span>,
  }
}
