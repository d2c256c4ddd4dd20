import type { PortfolioToken } from '@opal/contract/portfolio'
import { useSite } from '../../../app/site.tsx'
import { selectionActions } from './selection-actions.ts'
import { SelectionBar } from './selection-bar.tsx'

export interface ItemSelectionBarProps {
  items: readonly PortfolioToken[]
  onClear(): void
}

/** Shows the actions for selected items. Its code is loaded with the first selection. */
export default function ItemSelectionBar({ items, onClear }: ItemSelectionBarProps) {
  const { marketplaces } = useSite()
  return <SelectionBar selected={items.length} actions={selectionActions(items, marketplaces)} onClear={onClear} />
}
