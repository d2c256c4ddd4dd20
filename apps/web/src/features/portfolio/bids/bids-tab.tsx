import type { BidItem } from '@opal/contract/bids'
import { Segmented } from '@opal/ui/controls/segmented'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSite } from '../../../app/site.tsx'
import { bidPoolQuery } from '../../../entities/order/bid-pool.ts'
import { canWithdrawFrom } from '../../../entities/order/marketplace-abilities.ts'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { editionKey } from '../../../entities/token/edition.ts'
import { openOwnCosts, ownCostOf, ownCosts } from '../../../entities/token/own-costs.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { NoResults } from '../../../shared/components/no-results.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { toOctas } from '../../../shared/format/apt.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useNow } from '../../../shared/hooks/use-now.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import { useEndlessList, useEnoughRows } from '../../../shared/lists/endless-list.ts'
import { bidActions } from '../items/selection-actions.ts'
import { SelectionBar } from '../items/selection-bar.tsx'
import { ReservedListings } from '../listings/reserved-listings.tsx'
import ReservedNotice from '../listings/reserved-notice.tsx'
import { BID_SORTS, type PortfolioView } from '../portfolio-view.ts'
import { FundedSum } from '../rows/funded-sum.tsx'
import { useDragSelection } from '../rows/use-drag-selection.ts'
import { type SelectRest, useSelectRest } from '../rows/use-select-rest.ts'
import { type Selection, useSelection } from '../rows/use-selection.ts'
import { bidsQuery, costsQuery } from '../tabs/tab-queries.ts'
import { bidColumns, bidRowKey } from './bid-columns.tsx'
import { isExpired, sumOfBids } from './bid-labels.ts'
import styles from './bids-tab.module.css'
import { PoolPanel } from './pool-panel.tsx'

export interface BidsTabProps {
  wallet: string
  type: 'made' | 'received'
  view: PortfolioView
  onViewChange(view: PortfolioView, shown?: PortfolioView): void
}

const LABELS = {
  made: { label: 'Bids made', reason: 'This wallet has no open bids.' },
  received: { label: 'Bids received', reason: 'No bids on this wallet’s items yet.' },
} as const

/** Shows the open bids of a wallet, or those that it could accept. */
export default function BidsTab({ wallet, type, view, onViewChange }: BidsTabProps) {
  const { api, marketplaces } = useSite()
  const list = useInfiniteQuery(bidsQuery(api, wallet, { type, sort: view.bidSort, collection: view.collection }))
  const endless = useEndlessList(list, bidRowKey)
  const isOwn = useOwnAddress() === wallet
  const now = useNow()
  const hasPool = canWithdrawFrom(marketplaces.find(({ isNative }) => isNative))
  const pool = useQuery({ ...bidPoolQuery(api, wallet), enabled: type === 'made' && hasPool })
  const { bids: shown, collection } = view
  // Received bids are never expired: only bids that were made have this filter.
  const rows = useShownBids(endless.rows, type === 'made' ? shown : 'all', now)
  useEnoughRows(list, rows.length)
  const selected = useSelection(rows, bidRowKey, {
    list: JSON.stringify([wallet, type, collection, shown, view.bidSort]),
    isLoading: list.isPending,
    hasMore: list.hasNextPage,
  })
  const rest = useSelectRest(list, selected)
  const selection = isOwn && type === 'made' ? selected : null
  const drag = useDragSelection(rows, bidRowKey, selection)
  const costOf = useCosts(wallet, type === 'received' ? rows : [])
  const sumOf = (bids: readonly BidItem[]) => sumOfBids(bids, toOctas(pool.data?.balance), now)
  const sum = type === 'made' ? <FundedSum {...sumOf(rows)} /> : <Price octas={bestOf(rows)} rounding="down" />
  // The pool decides how much of the sum is funded, so the sum waits for it.
  const isSumPending = list.isPending || pool.isLoading
  const isFiltered = collection !== null || (type === 'made' && shown !== 'all')
  const clear = () => onViewChange({ ...view, collection: null, bids: 'all' })
  return (
    <div className={styles.tab} {...drag}>
      {type === 'made' && <PoolPanel wallet={wallet} isOwn={isOwn} />}
      <BidsHead
        type={type}
        wallet={wallet}
        view={view}
        onViewChange={onViewChange}
        isPartial={list.hasNextPage}
        sum={list.isLoadingError ? null : isSumPending ? <Skeleton width="64px" /> : sum}
      />
      {type === 'received' && (
        <ReservedListings wallet={wallet} collection={collection} isOpen={view.reserved === 'shown'} />
      )}
      {list.isLoadingError ? (
        <LoadError title="Couldn’t load bids" error={list.error} onRetry={list.refetch} />
      ) : (
        <DataTable
          label={LABELS[type].label}
          columns={bidColumns({ wallet, type, isOwn, selection, now, costOf })}
          {...endless}
          rows={rows}
          rowKey={bidRowKey}
          {...(type === 'received' && sortOf(view, onViewChange))}
          isSelected={(bid) => selection?.has(bidRowKey(bid)) ?? false}
          // Pages that are not loaded yet may have some.
          empty={list.hasNextPage ? null : <NoBids type={type} onClear={isFiltered ? clear : null} />}
          rowHeight={64}
        />
      )}
      {selection !== null && selection.rows.length > 0 && (
        <BidSelectionBar selection={selection} rest={rest} {...sumOf(selection.rows)} />
      )}
    </div>
  )
}

interface BidSelectionBarProps extends ReturnType<typeof sumOfBids> {
  selection: Selection<BidItem>
  rest: SelectRest | null
}

/** Shows what can be done with the selected bids, and their sum. */
function BidSelectionBar({ selection, rest, total, funded }: BidSelectionBarProps) {
  const { marketplaces } = useSite()
  const pending = useStore(pendingBids)
  return (
    <SelectionBar
      things="bids"
      selected={selection.rows.length}
      sum={total}
      funded={funded}
      rest={rest}
      actions={bidActions(
        selection.rows.filter((bid) => !pending.has(bidKey(bid))),
        marketplaces,
      )}
      onTraded={({ bids }) => selection.drop((bid) => bids.includes(bidKey(bid)))}
      onClear={selection.clear}
    />
  )
}

/** Returns the bids that a filter leaves. */
function useShownBids(bids: readonly BidItem[], shown: PortfolioView['bids'], now: number | null) {
  return useMemo(
    () => (shown === 'all' ? bids : bids.filter((bid) => isExpired(bid, now) === (shown === 'expired'))),
    [bids, shown, now],
  )
}

/** Returns the order of received bids, for their table. */
function sortOf(view: PortfolioView, onViewChange: BidsTabProps['onViewChange']) {
  return {
    sort: { columnId: view.bidSort, direction: 'desc' as const },
    onSort: (columnId: string) => {
      const bidSort = BID_SORTS.find((known) => known === columnId)
      if (bidSort !== undefined) onViewChange({ ...view, bidSort })
    },
  }
}

/** @param onClear removes the filters; null without any. */
function NoBids({ type, onClear }: { type: BidsTabProps['type']; onClear: (() => void) | null }) {
  return onClear === null ? (
    <EmptyState title="No bids" reason={LABELS[type].reason} />
  ) : (
    <NoResults things="bids" onClear={onClear} />
  )
}

interface BidsHeadProps extends BidsTabProps {
  /** Whether some of the bids are not loaded yet. */
  isPartial: boolean
  /** The sum of the bids that are shown; null where they could not be loaded. */
  sum: ReactNode
}

/**
 * The line above the bids. For those made it has their filter and their sum; for those received the best of them, and a button that
 * shows what is reserved for the wallet: hidden at first, so that the bids stay in place when it loads.
 */
function BidsHead({ wallet, type, view, onViewChange, isPartial, sum }: BidsHeadProps) {
  return (
    <div className={styles.head} data-type={type}>
      {type === 'made' && (
        <Segmented
          label="Which bids"
          value={view.bids}
          onValueChange={(bids, shown) => onViewChange({ ...view, bids }, { ...view, bids: shown })}
          options={[
            { value: 'all', content: 'All' },
            { value: 'active', content: 'Active' },
            { value: 'expired', content: 'Expired' },
          ]}
        />
      )}
      {sum !== null && (
        <span className={styles.sum}>
          {`${sumLabel(type, isPartial && (type === 'made' || view.bidSort !== 'net'))} `}
          {sum}
        </span>
      )}
      {type === 'received' && (
        <ReservedNotice
          wallet={wallet}
          collection={view.collection}
          isOpen={view.reserved === 'shown'}
          onPress={() => onViewChange({ ...view, reserved: view.reserved === 'shown' ? 'folded' : 'shown' })}
        />
      )}
    </div>
  )
}

/** Returns what the items that bids are for cost the holder, own costs too; null where it is unknown, undefined while it loads. */
function useCosts(wallet: string, bids: readonly BidItem[]): (bid: BidItem) => bigint | null | undefined {
  const { api } = useSite()
  const ids = [...new Set(bids.flatMap(({ tokenDataId }) => tokenDataId ?? []))].toSorted()
  const { data, isLoading, isPlaceholderData } = useQuery(costsQuery(api, wallet, ids))
  const own = useStore(ownCosts)
  useOnMount(openOwnCosts)
  return ({ tokenDataId, propertyVersion }) => {
    if (tokenDataId === null) return null
    const cost = data?.get(editionKey({ tokenDataId, propertyVersion: propertyVersion ?? '0' }))
    if (cost === undefined) return isLoading || isPlaceholderData ? undefined : null
    if (cost !== null) return cost
    return toOctas(ownCostOf(own, wallet, tokenDataId))
  }
}

/** @param isPartial whether bids that are not loaded yet could change it. */
function sumLabel(type: 'made' | 'received', isPartial: boolean): string {
  if (type === 'made') return isPartial ? 'Total of the bids loaded so far' : 'Total of these bids'
  return isPartial ? 'Best of the bids loaded so far, after fees' : 'Best bid after fees'
}

/** Returns what the best of some bids brings after fees, octas; null where that is known of none. */
function bestOf(rows: readonly BidItem[]): bigint | null {
  const amounts = rows.flatMap(({ netOctas }) => (netOctas === null ? [] : BigInt(netOctas)))
  return amounts.length === 0 ? null : amounts.reduce((most, amount) => (amount > most ? amount : most), 0n)
}
