import type { TokenSort } from '@opal/contract/constants/sorts'
import type { Token } from '@opal/contract/tokens'
import { DataTable, type DataTableProps } from '@opal/ui/data/data-table'
import { cartIds, sweptIds } from '../../entities/order/marked-tokens.ts'
import { useTopBids } from '../../entities/order/top-bids.ts'
import { useHiddenColumns } from '../../shared/components/list-controls/hidden-columns.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { sortAfter, sortOf } from './column-sort.ts'
import { HIDEABLE_COLUMNS, tokenColumns } from './token-columns.tsx'

export interface ItemsTableProps
  extends Pick<
    DataTableProps<Token>,
    'isHighlighted' | 'isFaded' | 'pending' | 'skipped' | 'onStartReached' | 'onEndReached' | 'onRetryMore' | 'empty'
  > {
  collectionId: string
  supply: number
  tokens: readonly Token[]
  sort: TokenSort
  onSortChange(sort: TokenSort): void
}

/** A collection's items as a table. Rows in the cart or in a sweep are marked. */
export default function ItemsTable({ collectionId, supply, tokens, sort, onSortChange, ...list }: ItemsTableProps) {
  const rows = useTopBids(collectionId, tokens, true)
  const [hidden] = useHiddenColumns(HIDEABLE_COLUMNS)
  const [inCart, inSweep] = [useStore(cartIds), useStore(sweptIds)]
  return (
    <DataTable
      {...list}
      label="Items"
      columns={tokenColumns(rows, supply, hidden)}
      rows={rows}
      rowKey={({ tokenDataId }) => tokenDataId}
      {...sortOf(sort)}
      onSort={(columnId) => onSortChange(sortAfter(sort, columnId))}
      isSelected={({ tokenDataId }) => inCart.has(tokenDataId) || inSweep.has(tokenDataId)}
      rowHeight={52}
    />
  )
}
