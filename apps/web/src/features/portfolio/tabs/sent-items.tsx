import type { SentOffer } from '@opal/contract/portfolio/claims'
import { type Column, DataTable } from '@opal/ui/data/data-table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { useEndlessList } from '../../../shared/lists/endless-list.ts'
import { actionColumn } from '../rows/action-column.tsx'
import { type ClaimableItem, ClaimableItemButton, claimableItemColumn } from '../rows/claimable-item.tsx'
import { TableSection } from '../rows/table-section.tsx'
import { sentQuery } from './tab-queries.ts'
import { useLiveClaims } from './use-live-claims.ts'

/**
 * Shows what the connected wallet has sent and nobody has claimed, which it can take back; nothing where there is none.
 * @source docs/product/portfolio-and-pnl.md#sent-items
 */
export function SentItems({ wallet, collection }: { wallet: string; collection: string | null }) {
  const query = sentQuery(useSite().api, wallet, collection)
  const list = useInfiniteQuery(query)
  const endless = useEndlessList(list, keyOf)
  const { rows } = endless
  useLiveClaims(query.queryKey, wallet, rows)
  const names = useWalletNames(rows.map((row) => row.to_address))
  if (list.isLoadingError)
    return <LoadError title="Couldn’t load sent items" error={list.error} onRetry={list.refetch} />
  if (rows.length === 0) return null
  return (
    <TableSection title="Sent, not claimed yet">
      <DataTable label="Sent items" columns={columns(names)} {...endless} rowKey={keyOf} empty={null} rowHeight={60} />
    </TableSection>
  )
}

function columns(names: ReadonlyMap<string, string>): readonly Column<SentOffer>[] {
  return [
    claimableItemColumn<SentOffer>('to', (row) => row.to_address, names),
    actionColumn<SentOffer>(1, (row) => <TakeBackButton row={row} />, '112px'),
  ]
}

function TakeBackButton({ row }: { row: SentOffer }) {
  const takeBack = (item: ClaimableItem) =>
    openTrade({ kind: 'take-back', sent: { ...item, toAddress: row.to_address } })
  return <ClaimableItemButton row={row} action="Take back" onChoose={takeBack} />
}

function keyOf({ token_data_id, property_version, to_address }: SentOffer): string {
  return `${token_data_id} ${property_version} ${to_address}`
}
