import type { PortfolioToken } from '@opal/contract/portfolio'
import { useSite } from '../../../app/site.tsx'
import { selectionActions } from './selection-actions.ts'
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx'

export interface ItemSelectionBarProps extends Pick<SelectionBarProps, 'total' | 'rest' | 'onTraded' | 'onClear'> {
  items: readonly PortfolioToken[]
}

/** Shows the actions for selected items. Its code is loaded with the first selection. */
export default function ItemSelectionBar({ items, ...rest }: ItemSelectionBarProps) {
  const { marketplaces } = useSite()
  return <SelectionBar selected={items.length} actions={selectionActions(items, marketplaces)} {...rest} />
}
