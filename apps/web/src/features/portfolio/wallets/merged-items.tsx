import { type Column, DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSite } from '../../../app/site.tsx'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { useEndlessList } from '../../../shared/hooks/endless-list.ts'
import { ListPrice } from '../items/item-columns.tsx'
import { mergedItemsQuery } from '../portfolio-query.ts'
import { Cost } from '../rows/cost.tsx'
import { ItemName } from '../rows/item-name.tsx'
import { mergeItems, type WalletItem, walletItemKey } from './merge-items.ts'
import styles from './wallets-panel.module.css'

/** The items of several wallets in one list, most valuable first. @source docs/product/portfolio-and-pnl.md#several-wallets */
export default function MergedItems({ wallets }: { wallets: readonly string[] }) {
  const list = useInfiniteQuery(mergedItemsQuery(useSite().api, wallets))
  const { rows: _unsorted, ...end } = useEndlessList(list, walletItemKey)
  const rows = useMemo(() => mergeItems(list.data?.pages ?? []), [list.data])
  if (list.isError && list.data === undefined) {
    return <LoadError title="Couldn’t load items" onRetry={list.refetch} />
  }
  return (
    <div className={styles.merged}>
      <DataTable
        label="Items of my wallets"
        columns={COLUMNS}
        {...end}
        rows={rows}
        rowKey={walletItemKey}
        empty={<EmptyState title="No items" reason="These wallets hold no NFTs." />}
        rowHeight={60}
        scrolls="inside"
      />
    </div>
  )
}

const COLUMNS: readonly Column<WalletItem>[] = [
  { id: 'item', header: 'Item', name: 'Item', priority: 1, cell: ({ token }) => <ItemName token={token} /> },
  {
    id: 'wallet',
    header: 'Wallet',
    name: 'Wallet',
    align: 'end',
    width: '148px',
    priority: 1,
    cell: ({ wallet, token }) => (
      <WalletName
        wallet={{
          walletAddress: wallet,
          aptosName: token.owner?.walletAddress === wallet ? token.owner.aptosName : null,
          isWalletAddress: true,
        }}
      />
    ),
  },
  {
    id: 'value',
    header: 'Est. value',
    name: 'Estimated value',
    align: 'end',
    width: '104px',
    priority: 1,
    leads: true,
    cell: ({ token }) => <Price octas={token.estimatedPrice} />,
  },
  {
    id: 'listed_price',
    header: 'List Price',
    name: 'List Price',
    align: 'end',
    width: '128px',
    priority: 2,
    cell: ({ token }) => <ListPrice token={token} />,
  },
  {
    id: 'cost',
    header: 'Cost',
    name: 'Cost',
    align: 'end',
    width: '104px',
    priority: 3,
    cell: ({ token }) => <Cost octas={token.costPrice} />,
  },
]
