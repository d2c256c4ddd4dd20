import type { PortfolioToken } from '@opal/contract/portfolio'
import { sumOctas } from '@opal/domain/prices/octas'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSite } from '../../../app/site.tsx'
import { reservedBuyers } from '../../../entities/order/listing-terms.tsx'
import { editionKey } from '../../../entities/token/edition.ts'
import { openOwnCosts } from '../../../entities/token/own-costs.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { NoResults } from '../../../shared/components/no-results.tsx'
import { useNarrow, useRowMenus } from '../../../shared/hooks/use-narrow.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import { useEndlessList } from '../../../shared/lists/endless-list.ts'
import { listingActions } from '../items/selection-actions.ts'
import { SelectionBar } from '../items/selection-bar.tsx'
import { useLiveItems } from '../items/use-live-items.ts'
import { listingsChoice } from '../portfolio-query.ts'
import { type PortfolioView, sortByColumn } from '../portfolio-view.ts'
import { useDragSelection } from '../rows/use-drag-selection.ts'
import { useSelectRest } from '../rows/use-select-rest.ts'
import { useSelection } from '../rows/use-selection.ts'
import { floorsQuery, listingsKey, listingsQuery } from '../tabs/tab-queries.ts'
import { type FloorDistance, floorDistance } from './floor-distance.ts'
import { hasTerms, listingColumns, listingKeyOf, type OwnListing } from './listing-columns.tsx'

export interface ListingsTabProps {
  wallet: string
  view: PortfolioView
  onViewChange(view: PortfolioView): void
}

/** Shows a wallet's open listings on every marketplace, including those that are closed to buying. */
export default function ListingsTab({ wallet, view, onViewChange }: ListingsTabProps) {
  const { marketplaces } = useSite()
  const { list, rows, highlighted, end } = useListings(wallet, view)
  const isOwn = useOwnAddress() === wallet
  const { collection, marketplaces: chosen } = view
  const selected = useSelection(rows, listingKeyOf, {
    list: JSON.stringify([wallet, collection, chosen]),
    isLoading: list.isPending,
    hasMore: list.hasNextPage,
  })
  const rest = useSelectRest(list, selected)
  const selection = isOwn ? selected : null
  const drag = useDragSelection(rows, listingKeyOf, selection)
  const isFiltered = collection !== null || chosen.length > 0
  const distanceOf = useFloorDistances(wallet, rows)
  const listings = useMemo(() => rows.map(({ listing }) => listing), [rows])
  const names = useWalletNames(reservedBuyers(listings, null))
  useOnMount(openOwnCosts)
  const columns = listingColumns(selection, distanceOf, {
    withTerms: listings.some(({ terms }) => hasTerms(terms)),
    names,
    isPhone: useNarrow(),
    hasMenus: useRowMenus(),
    ownWallet: isOwn ? wallet : null,
  })
  if (list.isLoadingError) {
    return <LoadError title="Couldn’t load listings" error={list.error} onRetry={list.refetch} />
  }
  return (
    <div {...drag}>
      <DataTable
        label="Listings"
        columns={columns}
        {...end}
        rows={rows}
        rowKey={listingKeyOf}
        isSelected={(row) => selection?.has(listingKeyOf(row)) ?? false}
        isHighlighted={({ token }) => highlighted.has(token.tokenDataId)}
        empty={
          isFiltered ? (
            <NoResults
              things="listings"
              onClear={() => onViewChange({ ...view, collection: null, marketplaces: [] })}
            />
          ) : (
            <EmptyState title="Nothing listed" reason="This wallet has no listings on any marketplace." />
          )
        }
        sort={{ columnId: view.sort, direction: view.order }}
        onSort={(columnId) => onViewChange(sortByColumn(view, columnId))}
        rowHeight={64}
      />
      {isOwn && selected.rows.length > 0 && (
        <SelectionBar
          selected={selected.rows.length}
          sum={sumOctas(selected.rows.map(({ listing }) => BigInt(listing.price)))}
          rest={rest}
          actions={listingActions(selected.rows, marketplaces)}
          onTraded={({ tokenDataIds }) => selected.drop(({ token }) => tokenDataIds.includes(token.tokenDataId))}
          onClear={selected.clear}
        />
      )}
    </div>
  )
}

/** Returns the listings of a wallet that a view selects, with live updates. */
function useListings(wallet: string, view: PortfolioView) {
  const { api, marketplaces } = useSite()
  const choice = listingsChoice(view, marketplaces)
  const list = useInfiniteQuery(listingsQuery(api, wallet, choice))
  const highlighted = useLiveItems(wallet, choice, listingsKey(wallet, choice))
  const { rows: items, ...end } = useEndlessList(list, editionKey)
  const rows = useMemo(() => items.flatMap(listingsOf), [items])
  return { list, rows, highlighted, end }
}

/** Returns a function from a listing to its distance from the floor of its collection; undefined while that is fetched. */
function useFloorDistances(
  wallet: string,
  rows: readonly OwnListing[],
): (row: OwnListing) => FloorDistance | null | undefined {
  const { api } = useSite()
  const ids = [...new Set(rows.map(({ token }) => token.collectionId))].toSorted()
  const { data, isPending, isPlaceholderData } = useQuery(floorsQuery(api, wallet, ids))
  return ({ token: { collectionId }, listing }) => {
    const floors = data?.get(collectionId)
    if (floors === undefined) return isPending || isPlaceholderData ? undefined : null
    return floorDistance(listing, floors)
  }
}

function listingsOf(token: PortfolioToken): readonly OwnListing[] {
  return token.ownListings.map((listing) => ({ token, listing }))
}
