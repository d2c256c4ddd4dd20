import { type Column, DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useSite } from '../../../app/site.tsx'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatWallet } from '../../../shared/format/name.ts'
import { useEndlessList } from '../../../shared/lists/endless-list.ts'
import { ListPrice } from '../items/item-cells.tsx'
import { ItemName } from '../rows/item-name.tsx'
import { OwnCost } from '../rows/own-cost.tsx'
import { tickOrSwitch, type WalletRowReader } from '../rows/tick-or-switch.tsx'
import { useSelection } from '../rows/use-selection.ts'
import { mergeItems, type WalletItem, walletItemKey } from './merge-items.ts'
import { mergedItemsQuery } from './merged-items-query.ts'
import styles from './wallets-panel.module.css'

const ItemSelectionBar = lazyPart(() => import('../items/item-selection-bar.tsx'))

/**
 * The items of several wallets in one list, most valuable first. Those of the connected account can be selected and traded; the others
 * offer to connect theirs.
 * @source docs/product/portfolio-and-pnl.md#several-wallets
 */
export default function MergedItems({ wallets }: { wallets: readonly string[] }) {
  const list = useInfiniteQuery(mergedItemsQuery(useSite().api, wallets))
  const { rows: _unsorted, ...end } = useEndlessList(list, walletItemKey)
  const rows = useMemo(() => mergeItems(list.data?.pages ?? []), [list.data])
  const own = useOwnAddress()
  const mine = useMemo(() => rows.filter(({ wallet }) => wallet === own), [rows, own])
  const selection = useSelection(mine, walletItemKey, {
    list: JSON.stringify([wallets, own]),
    isLoading: list.isPending,
    hasMore: list.hasNextPage,
  })
  if (list.isLoadingError) {
    return <LoadError title="Couldn’t load items" error={list.error} onRetry={list.refetch} />
  }
  return (
    <div className={styles.merged}>
      <DataTable
        label="Items of my wallets"
        columns={[tickOrSwitch(selection, own, READER), ...COLUMNS]}
        isSelected={(item) => selection.has(walletItemKey(item))}
        {...end}
        rows={rows}
        rowKey={walletItemKey}
        empty={<EmptyState title="No items" reason="These wallets hold no NFTs." />}
        rowHeight={64}
        scrolls="inside"
      />
      {own !== null && selection.rows.length > 0 && (
        <div className={styles.barPlace}>
          <div className={styles.bar}>
            <Suspense fallback={null}>
              <ItemSelectionBar
                wallet={own}
                items={selection.rows.map(({ token }) => token)}
                onTraded={({ tokenDataIds }) => selection.drop(({ token }) => tokenDataIds.includes(token.tokenDataId))}
                onClear={selection.clear}
              />
            </Suspense>
          </div>
        </div>
      )}
    </div>
  )
}

const READER: WalletRowReader<WalletItem> = {
  keyOf: walletItemKey,
  nameOf: ({ token }) => token.name,
  walletOf: ({ wallet }) => wallet,
}

function Item({ wallet, token }: WalletItem) {
  const own = useOwnAddress()
  return <ItemName token={token} wraps="both" phoneBefore={formatWallet(walletOf(wallet, token), own)} />
}

/** Returns a wallet with the name that its item has for it. */
function walletOf(walletAddress: string, { owner }: WalletItem['token']) {
  const aptosName = owner?.walletAddress === walletAddress ? owner.aptosName : null
  return { walletAddress, aptosName, isWalletAddress: true }
}

const COLUMNS: readonly Column<WalletItem>[] = [
  { id: 'item', header: 'Item', name: 'Item', priority: 1, cell: (item) => <Item {...item} /> },
  {
    id: 'wallet',
    header: 'Wallet',
    name: 'Wallet',
    align: 'end',
    width: '172px',
    // A phone has no room for it next to the name.
    priority: 2,
    cell: ({ wallet, token }) => <WalletName wallet={walletOf(wallet, token)} isWhole />,
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
    header: 'List price',
    name: 'List price',
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
    cell: ({ wallet, token }) => <OwnCost wallet={wallet} token={token} />,
  },
]
