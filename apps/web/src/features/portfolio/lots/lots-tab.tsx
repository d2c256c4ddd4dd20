import type { Lot } from '@opal/contract/portfolio/pnl'
import { Button } from '@opal/ui/controls/button'
import { Segmented } from '@opal/ui/controls/segmented'
import { Select } from '@opal/ui/controls/select'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { ownCostOf, ownCosts } from '../../../entities/token/own-costs.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { useEndlessList, useEnoughRows } from '../../../shared/lists/endless-list.ts'
import styles from '../bids/bids-tab.module.css'
import type { PortfolioView } from '../portfolio-view.ts'
import { lotsQuery } from '../tabs/tab-queries.ts'
import { type LotCosts, lotColumns, ownCostOfLot } from './lot-columns.tsx'

export interface LotsTabProps {
  wallet: string
  view: PortfolioView
  onViewChange(view: PortfolioView, shown?: PortfolioView): void
}

/** P&L by lot, with the transactions behind each number. @source docs/product/portfolio-and-pnl.md#cost */
export default function LotsTab({ wallet, view, onViewChange }: LotsTabProps) {
  const { lots, cost, collection } = view
  const list = useInfiniteQuery(lotsQuery(useSite().api, wallet, { lots, cost, collection }))
  const endless = useEndlessList(list, idOf)
  const costs = useLotCosts(wallet, endless.rows)
  // The server knows nothing of the costs that the user has set.
  const rows =
    cost === 'unknown' && costs !== null
      ? endless.rows.filter((lot) => ownCostOfLot(lot, costs) === null)
      : endless.rows
  useEnoughRows(list, rows.length)
  const isFiltered = lots !== 'all' || cost !== 'any' || collection !== null
  return (
    <div>
      <div className={styles.head}>
        <Segmented
          label="Which lots"
          value={lots}
          onValueChange={(next, shown) => onViewChange({ ...view, lots: next }, { ...view, lots: shown })}
          options={[
            { value: 'all', content: 'All' },
            { value: 'held', content: 'Held' },
            { value: 'sold', content: 'Sold' },
          ]}
        />
        <Select
          label="Cost"
          value={cost}
          onValueChange={(next, shown) => onViewChange({ ...view, cost: next }, { ...view, cost: shown })}
          options={[
            { value: 'any', label: 'Any cost' },
            { value: 'known', label: 'Cost known' },
            { value: 'unknown', label: 'Cost unknown' },
          ]}
        />
      </div>
      {list.isLoadingError ? (
        <LoadError title="Couldn’t load P&L" error={list.error} onRetry={list.refetch} />
      ) : (
        <DataTable
          label="P&L by lot"
          columns={lotColumns(costs)}
          {...endless}
          rows={rows}
          rowKey={idOf}
          empty={
            !list.hasNextPage && (
              <EmptyState
                title="No lots"
                reason={
                  isFiltered ? 'No lots match these filters.' : 'What this wallet buys, mints and sells appears here.'
                }
                action={
                  isFiltered && (
                    <Button onClick={() => onViewChange({ ...view, lots: 'all', cost: 'any', collection: null })}>
                      Clear all filters
                    </Button>
                  )
                }
              />
            )
          }
          rowHeight={60}
        />
      )}
    </div>
  )
}

/** Returns the costs that the owner has set; null in another wallet's portfolio. @source docs/product/portfolio-and-pnl.md#own-costs */
function useLotCosts(wallet: string, lots: readonly Lot[]): LotCosts | null {
  const own = useStore(ownCosts)
  if (useOwnAddress() !== wallet) return null
  const isUnknown = (lot: Lot) => lot.cost === null && lot.released === null
  return {
    wallet,
    // Own costs are stored by token: with several lots of a token it would be unclear which lot one belongs to.
    canSet: (lot) =>
      isUnknown(lot) &&
      lots.filter(({ tokenDataId, released }) => tokenDataId === lot.tokenDataId && released === null).length === 1,
    ownOf: (lot) => ownCostOf(own, wallet, lot.tokenDataId),
  }
}

function idOf(row: { readonly id: string }): string {
  return row.id
}
