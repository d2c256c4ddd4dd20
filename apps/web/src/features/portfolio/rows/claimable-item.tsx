import type { PendingClaim } from '@opal/contract/portfolio/claims'
import { Button, type ButtonProps } from '@opal/ui/controls/button'
import type { Column } from '@opal/ui/data/data-table'
import type { TradeClaim } from '../../../entities/order/trade-request.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { namedWallet } from '../../../shared/format/name.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { ItemName } from './item-name.tsx'

/** Returns the column of tokens that wait to be claimed, each with the wallet at the other end. @param names of wallets, by address. */
export function claimableItemColumn<Row extends PendingClaim>(
  word: 'from' | 'to',
  walletOf: (row: Row) => string,
  names: ReadonlyMap<string, string>,
): Column<Row> {
  return {
    id: 'item',
    header: 'Item',
    name: 'Item',
    priority: 1,
    cell: (row) => (
      <ItemName
        token={{
          tokenDataId: row.token_data_id,
          name: row.name,
          image: row.image,
          collectionId: row.collection_id,
          collectionName: row.collection_name,
          held: row.amount,
        }}
        after={
          <>
            {word} <WalletName wallet={namedWallet(walletOf(row), names)} bare />
          </>
        }
      />
    ),
  }
}

/** A token that waits to be claimed, as its trades name it. */
export type ClaimableItem = Omit<TradeClaim, 'fromAddress'>

interface ClaimableItemButtonProps extends Pick<ButtonProps, 'variant'> {
  row: PendingClaim
  action: 'Claim' | 'Take back'
  onChoose(item: ClaimableItem): void
}

/** The button of a token to claim or take back; waits while it has a pending transaction. */
export function ClaimableItemButton({ row, action, onChoose, ...button }: ClaimableItemButtonProps) {
  const isPending = useStore(pendingTokens).has(row.token_data_id)
  const item = {
    tokenDataId: row.token_data_id,
    name: row.name,
    image: row.image,
    collectionName: row.collection_name,
    propertyVersion: row.property_version,
  }
  return (
    <Button size="sm" {...button} busy={isPending} aria-label={`${action} ${row.name}`} onClick={() => onChoose(item)}>
      {action}
    </Button>
  )
}
