import { IconButton } from '@opal/ui/controls/icon-button'
import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import styles from './columns-button.module.css'

const ColumnsMenu = lazy(() => import('./columns-menu.tsx'))

export interface ColumnsButtonProps<Id extends string = string> {
  /** The columns that can be hidden, and their names. */
  options: readonly (readonly [Id, string])[]
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
          <ColumnsMenu {...(props as unknown as ColumnsButtonProps)} trigger={button} />
        </Suspense>
      ) : (
        button
      )}
    </span>
  )
}
