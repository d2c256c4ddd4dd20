import type { TimeWindow } from '@opal/contract/constants/windows'
import type { RewardsEntry } from '@opal/contract/rewards'
import { Badge } from '@opal/ui/data/badge'
import { type Column, DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { collectionPath } from '../../app/paths.ts'
import { useMarketplace, useSite } from '../../app/site.tsx'
import { useCollectionName } from '../../entities/collection/use-collection-name.ts'
import { Age } from '../../shared/components/age.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatPoints } from '../../shared/format/points.ts'
import { useEndlessList } from '../../shared/lists/endless-list.ts'
import { explainEntry, RULE_LABELS } from './ledger-labels.ts'
import styles from './points-ledger.module.css'
import { ledgerQuery } from './rewards-query.ts'

const COLUMNS: readonly Column<RewardsEntry>[] = [
  {
    id: 'working',
    header: 'Earned by',
    name: 'Earned by',
    maxWidth: '720px',
    priority: 1,
    cell: (row) => <Working row={row} />,
  },
  {
    id: 'collection',
    header: 'Collection',
    name: 'Collection',
    align: 'start',
    width: '176px',
    priority: 3,
    cell: (row) => (row.collectionId === null ? '-' : <CollectionLink id={row.collectionId} />),
  },
  {
    id: 'price',
    header: 'Price',
    name: 'Price',
    align: 'end',
    width: '112px',
    priority: 2,
    cell: (row) => <Price octas={row.price} />,
  },
  {
    id: 'floor',
    header: 'Floor at the time',
    name: 'Floor at the time',
    align: 'end',
    width: '112px',
    priority: 3,
    cell: (row) => <Price octas={row.floorPrice} />,
  },
  {
    id: 'from',
    header: 'Since',
    name: 'Since',
    align: 'end',
    width: '84px',
    priority: 2,
    cell: (row) => <Age micros={row.fromMicros} focusable />,
  },
  {
    id: 'points',
    header: 'Points',
    name: 'Points before loyalty',
    align: 'end',
    width: '120px',
    priority: 1,
    definition: 'Before loyalty: at 100% all points count, at 0% half.',
    cell: (row) => <strong className={styles.points}>{formatPoints(row.points)}</strong>,
  },
]

/** The ledger of a wallet's points, newest first, each row with its computation. */
export default function PointsLedger({ address, interval }: { address: string; interval: TimeWindow }) {
  const list = useInfiniteQuery(ledgerQuery(useSite().api, address, interval))
  const endless = useEndlessList(list, keyOf)
  if (list.isLoadingError) {
    return <LoadError title="Couldn’t load your points history" error={list.error} onRetry={list.refetch} />
  }
  return (
    <DataTable
      label="Points history"
      columns={COLUMNS}
      {...endless}
      rowKey={keyOf}
      empty={
        <EmptyState title="No points in this period" reason="Buy, or list and bid near the floor, to earn points." />
      }
      rowHeight={64}
      denseHeight={48}
    />
  )
}

function Working({ row }: { row: RewardsEntry }) {
  const isNative = useMarketplace(row.marketplace)?.isNative ?? false
  return (
    <span className={styles.working}>
      <Badge tone={row.rule === 'buying' ? 'positive' : 'accent'}>{RULE_LABELS[row.rule]}</Badge>
      <span className={styles.narrow}>
        <span className={styles.place}>
          {row.collectionId !== null && <CollectionLink id={row.collectionId} />}
          <span className={styles.phone}>
            <Price octas={row.price} />
          </span>
          <span className={styles.phone}>
            <Age micros={row.fromMicros} />
          </span>
        </span>
      </span>
      <span className={styles.words}>{explainEntry(row, isNative)}</span>
    </span>
  )
}

function CollectionLink({ id }: { id: string }) {
  const name = useCollectionName(id)
  return (
    <Link to={collectionPath(id)} className={styles.collection} title={name} dir="auto">
      {name}
    </Link>
  )
}

function keyOf(row: RewardsEntry): string {
  return `${row.rule} ${row.version} ${row.eventIndex} ${row.orderId} ${row.fromMicros}`
}
