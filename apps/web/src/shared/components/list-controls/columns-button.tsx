import { IconButton } from '@opal/ui/controls/icon-button'
import type { Column } from '@opal/ui/data/data-table'
import { Columns3 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog } from '../lazy/lazy-dialog.tsx'
import styles from './columns-button.module.css'
import type { ColumnsMenuProps } from './columns-menu.tsx'

const ColumnsMenu = lazyDialog<ColumnsMenuProps & { onClose(): void }>(
  () => import('./columns-menu.tsx'),
  ({ onClose }) => onClose(),
)

/** A column that can be hidden. */
export interface HideableColumn<Id extends string = string> extends Pick<Column<never>, 'header'> {
  readonly id: Id
  /** Its priority in the table: narrow windows have no place for some. */
  readonly priority: Column<never>['priority']
}

/** Returns the columns of a table that can be hidden, in the order of their ids. */
export function hideableOf<Id extends string>(
  columns: readonly Column<never>[],
  ids: readonly Id[],
): readonly HideableColumn<Id>[] {
  return ids.flatMap((id) => {
    const column = columns.find((each) => each.id === id)
    return column === undefined ? [] : { id, header: column.header, priority: column.priority }
  })
}

export interface ColumnsButtonProps<Id extends string = string> {
  options: readonly HideableColumn<Id>[]
  hidden: readonly Id[]
  onHiddenChange(hidden: readonly Id[]): void
}

/** Button of a menu that hides and shows columns of a table. The menu is loaded when it is opened first. */
export function ColumnsButton<Id extends string>(props: ColumnsButtonProps<Id>) {
  const [isWanted, setWanted] = useState(false)
  const { length } = props.hidden
  const label = length === 0 ? 'Columns' : `Columns, ${length} hidden`
  const button = (
    <IconButton label={label} onClick={isWanted ? undefined : () => setWanted(true)}>
      <Columns3 />
    </IconButton>
  )
  return (
    <span className={styles.place}>
      {isWanted ? (
        <Suspense fallback={button}>
          <ColumnsMenu
            {...(props as unknown as ColumnsButtonProps)}
            trigger={button}
            onClose={() => setWanted(false)}
          />
        </Suspense>
      ) : (
        button
      )}
    </span>
  )
}
