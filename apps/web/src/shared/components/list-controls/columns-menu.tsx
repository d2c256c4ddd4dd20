import { Menu, MenuCheckbox, MenuItem, MenuSeparator } from '@opal/ui/overlays/menu'
import type { ReactElement } from 'react'
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
      {options.map(([id, name]) => (
        <MenuCheckbox
          key={id}
          checked={!isHidden(id)}
          onCheckedChange={(isShown) =>
            onHiddenChange(options.map(([each]) => each).filter((each) => (each === id ? !isShown : isHidden(each))))
          }
        >
          {name}
        </MenuCheckbox>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onHiddenChange([])}>Show all columns</MenuItem>
    </Menu>
  )
}
