import type { BidItem } from '@opal/contract/bids'
import { Segmented } from '@opal/ui/controls/segmented'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listEnd } from '../../lib/list-end.ts'
import { NoAnswer } from '../../lib/no-answer.tsx'
import { placeholders } from '../../lib/placeholders.ts'
import { Price } from '../../lib/price.tsx'
import { useSite } from '../../lib/site.tsx'
import { useStore } from '../../lib/store.ts'
import { useNow } from '../../lib/use-now.ts'
import { walletSession } from '../../lib/wallet-session.ts'
import { bidColumns } from './bid-columns.tsx'
import { isExpired } from './bid-words.ts'
import styles from './bids-tab.module.css'
import { bidsQuery } from './portfolio-query.ts'
import type { PortfolioView } from './portfolio-view.ts'

export interface BidsTabProps {
  wallet: string
  type: 'made' | 'received'
  view: PortfolioView
  onViewChange(view: PortfolioView): void
}

const WORDS = {
  made: { label: 'Bids made', none: 'No bids', reason: 'This wallet has no open bid.' },
  received: { label: 'Bids received', none: 'No bids', reason: 'Nobody bids for anything that this wallet holds.' },
} as const

/** Open bids of a wallet, or those it could take. */
export default function BidsTab({ wallet, type, view, onViewChange }: BidsTabProps) {
  const list = useInfiniteQuery(bidsQuery(useSite().api, wallet, type, view.collection))
  const isOwn = useStore(walletSession).address === wallet
  const now = useNow()
  const words = WORDS[type]
  if (list.isError && list.data === undefined) {
    return <NoAnswer title="The bids could not be loaded" onRetry={list.refetch} />
  }
  const all = list.data?.pages.flatMap((page) => page.data) ?? []
  // Only bids that were made can be chosen among here.
  const rows =
    type === 'received' || view.bids === 'all'
      ? all
      : all.filter((bid) => isExpired(bid, now) === (view.bids === 'expired'))
  return (
    <div>
      <div className={styles.head}>
        {type === 'made' && (
          <Segmented
            label="Which bids"
            value={view.bids}
            onValueChange={(bids) => onViewChange({ ...view, bids })}
            options={[
              { value: 'all', face: 'All' },
              { value: 'active', face: 'Active' },
              { value: 'expired', face: 'Expired' },
            ]}
          />
        )}
        <span className={styles.sum}>
          {type === 'made' ? 'In these bids ' : 'Best of these '}
          <Price octas={type === 'made' ? sumOf(rows) : bestOf(rows)} />
        </span>
      </div>
      <DataTable
        label={words.label}
        columns={bidColumns(type, isOwn, now)}
        rows={rows}
        rowKey={(bid) => `${bid.marketplace} ${bid.tokenBid} ${bid.offerId} ${bid.tokenDataId ?? ''}`}
        pending={placeholders(list)}
        {...listEnd(list)}
        empty={<EmptyState title={words.none} reason={words.reason} />}
        rowHeight={60}
      />
    </div>
  )
}

function sumOf(rows: readonly BidItem[]): bigint {
  return rows.reduce((sum, { bidPrice, total }) => sum + BigInt(bidPrice) * BigInt(total), 0n)
}

function bestOf(rows: readonly BidItem[]): bigint | null {
  const amounts = rows.map(({ netOctas, bidPrice }) => BigInt(netOctas ?? bidPrice))
  return amounts.length === 0 ? null : amounts.reduce((most, amount) => (amount > most ? amount : most), 0n)
}
