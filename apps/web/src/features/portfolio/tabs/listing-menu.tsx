import { Menu, MenuItem } from '@opal/ui/overlays/menu'
import { Pencil, X } from 'lucide-react'
import type { ReactElement } from 'react'

export interface ListingMenuProps {
  trigger: ReactElement
  onChoose(kind: 'update-price' | 'delist'): void
}

/** The menu of a listing's row. */
export default function ListingMenu({ trigger, onChoose }: ListingMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onChoose('update-price')}>
        Edit price
      </MenuItem>
      <MenuItem icon={<X aria-hidden="true" />} onSelect={() => onChoose('delist')}>
        Delist
      </MenuItem>
    </Menu>
  )
}
