import type { PendingClaim } from '@opal/contract/portfolio/claims'
import { type Column, DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { RarityBadge } from '../../../entities/token/rarity-badge.tsx'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { useEndlessList } from '../../../shared/lists/endless-list.ts'
import styles from '../items/items.module.css'
import { type ClaimableItem, ClaimableItemButton, claimableItemColumn } from '../rows/claimable-item.tsx'
import { SentItems } from './sent-items.tsx'
import { claimsQuery } from './tab-queries.ts'
import { useLiveClaims } from './use-live-claims.ts'

/** Tokens that others set aside for the wallet. @source docs/product/portfolio-and-pnl.md#offers-to-claim */
export default function ClaimableTab({ wallet, collection }: { wallet: string; collection: string | null }) {
  const query = claimsQuery(useSite().api, wallet, collection)
  const list = useInfiniteQuery(query)
  const endless = useEndlessList(list, keyOf)
  useLiveClaims(query.queryKey, wallet, endless.rows)
  const isOwn = useOwnAddress() === wallet
  const names = useWalletNames(endless.rows.map((row) => row.from_address))
  if (list.isLoadingError) {
    return <LoadError title="Couldn’t load claimable items" error={list.error} onRetry={list.refetch} />
  }
  return (
    <>
      {isOwn && <SentItems wallet={wallet} collection={collection} />}
      <DataTable
        label="Claimable"
        columns={columns(isOwn, names)}
        {...endless}
        rowKey={keyOf}
        empty={<EmptyState title="No Offers" reason="Items sent to this wallet to claim appear here." />}
        rowHeight={60}
      />
    </>
  )
}

function columns(isOwn: boolean, names: ReadonlyMap<string, string>): readonly Column<PendingClaim>[] {
  return [
    claimableItemColumn<PendingClaim>('from', (row) => row.from_address, names),
    {
      id: 'rarity',
      header: 'Rarity',
      name: 'Rarity',
      align: 'end',
      width: '104px',
      priority: 2,
      cell: (row) => (row.rarity === null ? '-' : <RarityBadge rank={row.rarity} supply={row.collection_supply} />),
    },
    {
      id: 'listPrice',
      header: 'List Price',
      name: 'List Price',
      align: 'end',
      width: '120px',
      priority: 3,
      leads: true,
      cell: (row) => <Price octas={row.listed_price} />,
    },
    {
      id: 'topBid',
      header: 'Top Bid',
      name: 'Top Bid',
      align: 'end',
      width: '120px',
      priority: 2,
      cell: (row) => <Price octas={row.top_bid} />,
    },
    {
      id: 'action',
      header: 'Action',
      name: 'Action',
      align: 'end',
      width: '112px',
      priority: 1,
      cell: (row) => <span className={styles.above}>{isOwn && <ClaimButton row={row} />}</span>,
    },
  ]
}

function ClaimButton({ row }: { row: PendingClaim }) {
  const claim = (item: ClaimableItem) => openTrade({ kind: 'claim', claim: { ...item, fromAddress: row.from_address } })
  return <ClaimableItemButton row={row} action="Claim" variant="primary" onChoose={claim} />
}

function keyOf({ token_data_id, property_version, from_address }: PendingClaim): string {
  return `${token_data_id} ${property_version} ${from_address}`
}
