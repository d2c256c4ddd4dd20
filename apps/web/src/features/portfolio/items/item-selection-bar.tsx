import type { PortfolioToken } from '@opal/contract/portfolio'
import { sumOctas } from '@opal/domain/prices/octas'
import { useSite } from '../../../app/site.tsx'
import { OwnCost } from '../rows/own-cost.tsx'
import { selectionActions } from './selection-actions.ts'
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx'

export interface ItemSelectionBarProps extends Pick<SelectionBarProps, 'total' | 'rest' | 'onTraded' | 'onClear'> {
  /** The connected wallet. */
  wallet: string
  items: readonly PortfolioToken[]
}

/** Shows the actions for selected items. Its code is loaded with the first selection. */
export default function ItemSelectionBar({ wallet, items, ...rest }: ItemSelectionBarProps) {
  const { marketplaces } = useSite()
  const [only, second] = items
  return (
    <SelectionBar
      selected={items.length}
      sum={estimateOf(items)}
      sumLabel="Est. value"
      actions={selectionActions(items, marketplaces)}
      more={second === undefined && only?.costPrice === null && <OwnCost wallet={wallet} token={only} />}
      {...rest}
    />
  )
}

/** Returns the estimated value of items together, in octas. @source docs/product/portfolio-and-pnl.md#estimate */
function estimateOf(items: readonly PortfolioToken[]): bigint {
  return sumOctas(items.map(({ estimatedValue }) => BigInt(estimatedValue ?? 0)))
}
