import type { PendingClaim, SentOffer } from '@opal/contract/portfolio/claims'
import type { Column } from '@opal/ui/data/data-table'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { ItemName } from './item-name.tsx'

/** Returns the column of tokens that wait to be claimed, each with the wallet at the other end. @param names of wallets, by address. */
export function offeredItemColumn<Row extends PendingClaim | SentOffer>(
  word: 'from' | 'to',
  walletOf: (row: Row) => string,
  names: ReadonlyMap<string, string>,
): Column<Row> {
  return {
    id: 'item',
    header: 'Item',
    name: 'Item',
    priority: 1,
    cell: (row) => {
      const walletAddress = walletOf(row)
      const wallet = { walletAddress, aptosName: names.get(walletAddress) ?? null, isWalletAddress: true }
      return (
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
              {word} <WalletName wallet={wallet} bare />
            </>
          }
        />
      )
    },
  }
}
