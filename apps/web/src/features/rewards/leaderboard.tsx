import type { TimeWindow } from '@opal/contract/constants/windows'
import type { LeaderboardRow } from '@opal/contract/rewards'
import { type Column, DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { ExplainMetricButton } from '../../entities/collection/explain-metric-button.tsx'
import { AddressIdenticon } from '../../entities/wallet/address-identicon.tsx'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import { formatCount } from '../../shared/format/number.ts'
import { formatPoints, formatPointsShort } from '../../shared/format/points.ts'
import { useEndlessList } from '../../shared/lists/endless-list.ts'
import styles from './leaderboard.module.css'
import { leadersQuery } from './rewards-query.ts'

/** @param interval time over which the points are counted. */
const columnsOf = (interval: TimeWindow): readonly Column<LeaderboardRow>[] => [
  {
    id: 'wallet',
    header: 'Wallet',
    name: 'Wallet',
    maxWidth: '240px',
    priority: 1,
    cell: (row) => (
      <span className={styles.wallet}>
        <span className={styles.rank}>{formatCount(row.rank)}</span>
        <AddressIdenticon address={row.wallet_address} size={28} />
        <WalletName
          wallet={{ walletAddress: row.wallet_address, aptosName: row.aptosName, isWalletAddress: true }}
          bare
        />
      </span>
    ),
  },
  {
    id: 'total',
    header: 'Total',
    name: 'Total points',
    align: 'end',
    width: '112px',
    priority: 1,
    definition: 'Buying + listing + bidding, scaled by loyalty.',
    cell: (row) => {
      const name = row.aptosName ?? formatAddress(row.wallet_address)
      const total = formatPoints(row.total)
      return (
        <strong className={styles.total} data-first={row.rank === 1 || undefined}>
          <ExplainMetricButton
            metric="rewards.total"
            subject={{ wallet: row.wallet_address, name, window: interval }}
            name={`${total} points of ${name}`}
          >
            <span title={total}>{formatPointsShort(row.total)}</span>
          </ExplainMetricButton>
        </strong>
      )
    },
  },
  points('bidding', 'Bidding', (row) => row.bidding_points),
  points('buying', 'Buying', (row) => row.buying_points),
  points('listing', 'Listing', (row) => row.listing_points),
  {
    id: 'loyalty',
    header: 'Loyalty',
    name: 'Loyalty',
    align: 'end',
    width: '112px',
    priority: 3,
    definition: 'The wallet’s current loyalty. 100% counts all points, 0% halves them. 100% is the season’s maximum.',
    cell: (row) => `${row.loyaltyPoints}%`,
  },
]

function points(id: string, name: string, of: (row: LeaderboardRow) => number): Column<LeaderboardRow> {
  return {
    id,
    header: name,
    name: `${name} points`,
    align: 'end',
    priority: 2,
    cell: (row) => <span title={formatPoints(of(row))}>{formatPointsShort(of(row))}</span>,
  }
}

/** Everyone's points, best first. One's own row is marked. */
export function Leaderboard({ interval, viewer }: { interval: TimeWindow; viewer: string }) {
  const list = useInfiniteQuery(leadersQuery(useSite().api, interval))
  const endless = useEndlessList(list, walletOf)
  if (list.isLoadingError) {
    return <LoadError title="Couldn’t load the leaderboard" error={list.error} onRetry={list.refetch} />
  }
  return (
    <DataTable
      label="Leaderboard"
      columns={columnsOf(interval)}
      {...endless}
      rowKey={walletOf}
      isHighlighted={(row) => row.wallet_address === viewer}
      empty={<EmptyState title="No points yet" reason="No points earned in this period." />}
    />
  )
}

function walletOf(row: LeaderboardRow): string {
  return row.wallet_address
}
