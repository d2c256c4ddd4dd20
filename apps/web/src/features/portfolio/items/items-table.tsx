import type { PortfolioToken } from '@opal/contract/portfolio'
import { DataTable, type DataTableProps } from '@opal/ui/data/data-table'
import { editionKey } from '../../../entities/token/edition.ts'
import { useHiddenColumns } from '../../../shared/components/list-controls/hidden-columns.ts'
import { type PortfolioView, sortByColumn } from '../portfolio-view.ts'
import type { Selection } from '../rows/use-selection.ts'
import { HIDEABLE_COLUMNS, itemColumns } from './item-columns.tsx'

export interface ItemsTableProps
  extends Pick<
    DataTableProps<PortfolioToken>,
    'pending' | 'skipped' | 'onStartReached' | 'onEndReached' | 'onRetryMore' | 'empty'
  > {
  view: PortfolioView
  onViewChange(view: PortfolioView): void
  items: readonly PortfolioToken[]
  /** Null where nothing can be ticked. */
  selection: Selection<PortfolioToken> | null
  /** The connected wallet, where the portfolio is its own. */
  ownWallet: string | null
  /** Ids of tokens to which something just happened. */
  highlighted: ReadonlySet<string>
}

/** The inventory as a table. */
export default function ItemsTable(props: ItemsTableProps) {
  const { view, onViewChange, items, selection, ownWallet, highlighted, ...list } = props
  const [hidden] = useHiddenColumns(HIDEABLE_COLUMNS)
  return (
    <DataTable
      {...list}
      label="Items"
      columns={itemColumns(selection, ownWallet).filter(({ id }) => !hidden.some((each) => each === id))}
      rows={items}
      rowKey={editionKey}
      isSelected={(token) => selection?.has(editionKey(token)) ?? false}
      isHighlighted={(token) => highlighted.has(token.tokenDataId)}
      sort={{ columnId: view.sort, direction: view.order }}
      onSort={(columnId) => onViewChange(sortByColumn(view, columnId))}
      rowHeight={64}
    />
  )
}
