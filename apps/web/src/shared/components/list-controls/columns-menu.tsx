import type { Column } from '@opal/ui/data/data-table'
import { Menu, MenuCheckbox, MenuItem, MenuSeparator } from '@opal/ui/overlays/menu'
import type { ReactElement } from 'react'
import styles from './columns-button.module.css'
import type { ColumnsButtonProps } from './columns-button.tsx'

export interface ColumnsMenuProps extends ColumnsButtonProps {
  trigger: ReactElement
}

/** The menu of {@link ColumnsButton}, open when it is there. */
export default function ColumnsMenu(props: ColumnsMenuProps) {
  const { options, hidden, onHiddenChange, trigger } = props
  const isHidden = (id: string) => hidden.includes(id)
  return (
    <Menu trigger={trigger} startsOpen>
      {options.map(({ id, header, priority }) => (
        <MenuCheckbox
          key={id}
          checked={!isHidden(id)}
          onCheckedChange={(isShown) =>
            onHiddenChange(options.map((each) => each.id).filter((each) => (each === id ? !isShown : isHidden(each))))
          }
        >
          {header}
          {window.innerWidth < leastWidth(priority) && <span className={styles.note}> needs a wider window</span>}
        </MenuCheckbox>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onHiddenChange([])}>Show all columns</MenuItem>
    </Menu>
  )
}

/** Returns the least width in px of a window that shows a column, by its priority as {@link Column} defines it. */
function leastWidth(priority: Column<never>['priority']): number {
  switch (priority) {
    case 1:
      return 0
    case 2:
      return 640
    case 3:
      return 1024
    case 5:
      return 1600
    default:
      return 1360
  }
}
