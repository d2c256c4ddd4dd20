import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { OwnerButton } from '../../../entities/wallet/owner-button.tsx'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { useEndlessList } from '../../../shared/hooks/endless-list.ts'
import { useLiveItems } from '../items/use-live-items.ts'
import { floorsQuery, itemsChoice, itemsQuery } from '../portfolio-query.ts'
import type { PortfolioView } from '../portfolio-view.ts'
import { itemKeyOf, toTradeToken } from '../rows/to-trade-token.ts'
import styles from './bids-tab.module.css'
import { listingColumns, type OwnListing } from './listing-columns.tsx'
import { type ListingStanding, listingStanding } from './listing-standing.ts'

/** A wallet's open listings on every marketplace, also where nothing can be bought any more. */
export default function ListingsTab({ wallet, view }: { wallet: string; view: PortfolioView }) {
  const { api, marketplaces } = useSite()
  const available = marketplaces.filter(({ status }) => status !== 'absent').map(({ id }) => id)
  const choice = {
    ...itemsChoice(view),
    filter: 'all' as const,
    marketplaces: view.marketplaces.length > 0 ? view.marketplaces : available,
  }
  const list = useInfiniteQuery(itemsQuery(api, wallet, choice))
  const highlighted = useLiveItems(wallet, choice)
  const isOwn = useOwnAddress() === wallet
  const endless = useEndlessList(list, itemKeyOf)
  const rows = useMemo(() => endless.rows.flatMap(listingsOf), [endless.rows])
  const standingOf = useStandings(wallet, rows)
  if (list.isError && list.data === undefined) {
    return <LoadError title="Couldn’t load listings" onRetry={list.refetch} />
  }
  const repriced = rows.filter(({ listing }) => listing.validity === 'valid').slice(0, MAX_TRADE_ITEMS)
  return (
    <div>
      {isOwn && repriced.length > 1 && (
        <div className={styles.head}>
          <OwnerButton
            onClick={() =>
              openTrade({
                kind: 'update-price',
                tokens: repriced.map(({ token, listing }) => toTradeToken(token, listing)),
              })
            }
          >
            Edit price {repriced.length}
          </OwnerButton>
        </div>
      )}
      <DataTable
        label="Listings"
        columns={listingColumns(isOwn, standingOf)}
        {...endless}
        rows={rows}
        rowKey={({ listing }) => `${listing.marketplace} ${listing.listingId}`}
        isHighlighted={({ token }) => highlighted.has(token.tokenDataId)}
        empty={<EmptyState title="Nothing listed" reason="This wallet has no listings on any marketplace." />}
        rowHeight={48}
      />
    </div>
  )
}

/** Returns how each listing stands beside the floor of its collection. */
function useStandings(wallet: string, rows: readonly OwnListing[]): (row: OwnListing) => ListingStanding | null {
  const { api } = useSite()
  const ids = [...new Set(rows.map(({ token }) => token.collectionId))].toSorted()
  const { data } = useQuery(floorsQuery(api, wallet, ids))
  return ({ token: { collectionId }, listing }) => {
    const floors = data?.get(collectionId)
    return floors === undefined ? null : listingStanding(BigInt(listing.price), floors)
  }
}

function listingsOf(token: PortfolioToken): readonly OwnListing[] {
  return token.ownListings.map((listing) => ({ token, listing }))
}
