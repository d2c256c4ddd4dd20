import type { ReservedListing } from '@opal/contract/portfolio/reserved-listings'
import { Button } from '@opal/ui/controls/button'
import { type Column, DataTable } from '@opal/ui/data/data-table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplace, useSite } from '../../../app/site.tsx'
import { listedToken } from '../../../entities/order/listed-token.ts'
import { BriefTerms } from '../../../entities/order/listing-terms.tsx'
import { canBuyOn } from '../../../entities/order/marketplace-abilities.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { formatWallet, namedWallet } from '../../../shared/format/name.ts'
import { useEndlessList } from '../../../shared/lists/endless-list.ts'
import { actionColumn } from '../rows/action-column.tsx'
import { ItemName } from '../rows/item-name.tsx'
import { ListingTermsCell } from '../rows/listing-terms-cell.tsx'
import { TableSection } from '../rows/table-section.tsx'
import { reservedQuery } from '../tabs/tab-queries.ts'

export interface ReservedListingsProps {
  wallet: string
  collection: string | null
  /** Whether they are listed; that they could not be loaded is always said. */
  isOpen: boolean
}

/** Shows the listings that only this wallet can buy; nothing where there are none. The notice above refetches them. */
export function ReservedListings({ wallet, collection, isOpen }: ReservedListingsProps) {
  const list = useInfiniteQuery(reservedQuery(useSite().api, wallet, collection))
  const endless = useEndlessList(list, keyOf)
  const { rows } = endless
  const isOwn = useOwnAddress() === wallet
  const names = useWalletNames(rows.map(({ listing }) => listing.seller))
  if (list.isLoadingError)
    return <LoadError title="Couldn’t load reserved listings" error={list.error} onRetry={list.refetch} />
  if (rows.length === 0 || !isOpen) return null
  return (
    <TableSection title={isOwn ? 'Reserved for you' : 'Reserved for this wallet'}>
      <DataTable
        label="Reserved listings"
        columns={columns(wallet, isOwn, names)}
        {...endless}
        rowKey={keyOf}
        empty={null}
        rowHeight={64}
      />
    </TableSection>
  )
}

function columns(
  wallet: string,
  isOwn: boolean,
  names: ReadonlyMap<string, string>,
): readonly Column<ReservedListing>[] {
  const hasTerms = ({ listing: { terms } }: ReservedListing) =>
    terms !== null && (terms.endPrice !== null || terms.expiresAtSeconds !== null)
  const sellerOf = ({ listing }: ReservedListing) => namedWallet(listing.seller, names)
  // The section's title says for whom they are reserved: not repeated in each row.
  const termsOf = ({ listing: { terms } }: ReservedListing) => terms && { ...terms, reservedFor: null }
  return [
    {
      id: 'item',
      header: 'Item',
      name: 'Item',
      priority: 1,
      cell: (row) => (
        <ItemName
          token={{ ...row.token, propertyVersion: row.listing.propertyVersion }}
          phoneBefore={`From ${formatWallet(sellerOf(row), null)}`}
          wraps="both"
          {...(hasTerms(row) && { narrowBefore: <BriefTerms terms={termsOf(row)} viewer={wallet} /> })}
        />
      ),
    },
    {
      id: 'terms',
      header: 'Terms',
      name: 'Terms',
      width: '200px',
      priority: 3,
      cell: (row) => (hasTerms(row) ? <ListingTermsCell terms={termsOf(row)} viewer={wallet} /> : '-'),
    },
    {
      id: 'seller',
      header: 'Seller',
      name: 'Seller',
      align: 'end',
      width: '172px',
      priority: 2,
      cell: (row) => <WalletName wallet={sellerOf(row)} isWhole />,
    },
    {
      id: 'price',
      header: 'Price',
      name: 'Price',
      align: 'end',
      width: '104px',
      priority: 1,
      leads: true,
      cell: ({ listing }) => <LivePrice octas={listing.price} />,
    },
    ...(isOwn ? [actionColumn<ReservedListing>(1, (row) => <BuyButton row={row} />)] : []),
  ]
}

function BuyButton({ row: { token, listing } }: { row: ReservedListing }) {
  if (!canBuyOn(useMarketplace(listing.marketplace))) return null
  return (
    <Button
      size="sm"
      aria-label={`Buy ${token.name}`}
      onClick={() => openTrade({ kind: 'buy', tokens: [listedToken(token, listing)] })}
    >
      Buy
    </Button>
  )
}

function keyOf({ listing }: ReservedListing): string {
  return `${listing.marketplace} ${listing.listingId}`
}
