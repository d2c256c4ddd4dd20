import type { Collection, CollectionSortKey, Window } from '@opal/contract/collections'
import { Sparkline } from '@opal/ui/charts/sparkline'
import { IconButton } from '@opal/ui/controls/icon-button'
import type { Column } from '@opal/ui/data/data-table'
import { Scale, Star } from 'lucide-react'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import { FavouriteStar } from '../../../entities/collection/favourite-star.tsx'
import { Flash } from '../../../shared/components/flash.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatCount, formatCountShort, wholePercent } from '../../../shared/format/number.ts'
import { Change } from '../change.tsx'
import styles from './collection-columns.module.css'
import { CollectionNameCell } from './collection-name-cell.tsx'

/** Rows whose images load eagerly. @source docs/product/site.md#eager-images */
const EAGER_ROWS = 20

const VOLUMES: Readonly<Record<Window, { name: string; key: CollectionSortKey; of: (row: Collection) => string }>> = {
  '1d': { name: '1d volume', key: 'ONE_D_VOLUME', of: (row) => row.oneDayVolume },
  '7d': { name: '7d volume', key: 'SEVEN_D_VOLUME', of: (row) => row.sevenDaysVolume },
  '30d': { name: '30d volume', key: 'THIRTY_D_VOLUME', of: (row) => row.thirtyDaysVolume },
  all: { name: 'Total volume', key: 'ALL_TIME_VOLUME', of: (row) => row.allTimeVolume },
}

type CollectionColumn = Column<Collection> & { readonly id: CollectionSortKey | 'SPARKLINE' | 'FAVOURITE' }

/** The collections chosen for comparison. */
export interface Comparison {
  readonly chosen: readonly string[]
  toggle(slug: string): void
}

/** Returns the columns of the ranked table. A column's id is its sort key; the volume column depends on the window. */
export function collectionColumns(window: Window, comparison: Comparison): readonly CollectionColumn[] {
  const volume = VOLUMES[window]
  const other = window === 'all' ? VOLUMES['1d'] : VOLUMES.all
  return [
    nameColumn(volume),
    ...PRICES,
    volumeColumn(volume, 2),
    volumeColumn(other),
    ...SIZES,
    actionsColumn(comparison),
  ]
}

function nameColumn(volume: (typeof VOLUMES)[Window]): CollectionColumn {
  return {
    ...heading('NAME', 'Collection'),
    align: 'start',
    priority: 1,
    cell: (row, index) => (
      <CollectionNameCell collection={row} rank={index + 1} eager={index < EAGER_ROWS} volume={volume.of(row)} />
    ),
  }
}

/** Columns of floor, top bid and their changes. */
const PRICES: readonly CollectionColumn[] = [
  {
    ...heading('FLOOR_PRICE', 'Floor', 'Lowest price you can buy at right now.'),
    width: '116px',
    priority: 1,
    cell: (row) => (
      <span className={styles.floor}>
        <Flash octas={row.floorPrice}>
          <Price octas={row.floorPrice} />
        </Flash>
        <span className={styles.under}>
          <Change percent={row.oneDayChangePercent} />
        </span>
      </span>
    ),
  },
  {
    ...heading('TOP_BID', 'Top bid', 'Highest active collection bid.'),
    width: '104px',
    priority: 3,
    cell: (row) => (
      <Flash octas={row.topBid}>
        <Price octas={row.topBid} />
      </Flash>
    ),
  },
  {
    ...heading('ONE_D_CHANGE', '1d', 'Floor change over 24 hours.'),
    width: '100px',
    priority: 2,
    cell: (row) => <Change percent={row.oneDayChangePercent} />,
  },
  {
    ...heading('SEVEN_D_CHANGE', '7d', 'Floor change over 7 days.'),
    width: '100px',
    cell: (row) => <Change percent={row.sevenDaysChangePercent} />,
  },
]

/** Columns of market cap, listings, owners, supply and floor history. */
const SIZES: readonly CollectionColumn[] = [
  {
    ...heading('MARKET_CAP', 'Market cap', 'Floor price × supply.'),
    width: '96px',
    cell: (row) => <Price octas={row.marketCap} />,
  },
  {
    ...heading('LISTED', 'Listed', 'Items you can buy right now.'),
    width: '76px',
    priority: 3,
    cell: (row) => <PartOf part={row.listedCount} whole={row.currentSupply} />,
  },
  {
    ...heading('OWNERS', 'Owners', 'Unique holders, and their number as a share of supply.'),
    width: '82px',
    cell: (row) => <PartOf part={row.uniqueOwnersCount} whole={row.currentSupply} />,
  },
  { ...heading('SUPPLY', 'Supply'), width: '72px', cell: (row) => formatCountShort(row.currentSupply) },
  {
    id: 'SPARKLINE',
    header: 'Floor, 7d',
    name: 'Floor over seven days',
    align: 'end',
    width: '108px',
    priority: 3,
    cell: (row) => <FloorLine row={row} />,
  },
]

function actionsColumn(comparison: Comparison): CollectionColumn {
  return {
    id: 'FAVOURITE',
    header: <Star className={styles.star} role="img" aria-label="Your Favorites" />,
    name: 'Your Favorites',
    align: 'end',
    width: 'var(--actions-width)',
    priority: 1,
    cell: (row) => (
      <span className={styles.actions}>
        <span className={styles.compare}>
          <ExplainMetricButton
            metric="collection.floor"
            subject={{ collectionId: row.collectionId, name: row.collectionName }}
            name={`the floor of ${row.collectionName}`}
          />
          <CompareButton row={row} comparison={comparison} />
        </span>
        <FavouriteStar collectionId={row.collectionId} name={row.collectionName} />
      </span>
    ),
  }
}

function CompareButton({ row, comparison }: { row: Collection; comparison: Comparison }) {
  const chosen = comparison.chosen.includes(row.slug)
  return (
    <IconButton
      label={chosen ? `Remove ${row.collectionName}` : `Compare ${row.collectionName}`}
      pressed={chosen}
      size="sm"
      onClick={() => comparison.toggle(row.slug)}
    >
      <Scale />
    </IconButton>
  )
}

function heading(id: CollectionSortKey, name: string, definition?: string) {
  return {
    id,
    header: name,
    name,
    align: 'end',
    sortable: true,
    ...(definition !== undefined && { definition }),
  } as const
}

function volumeColumn(volume: (typeof VOLUMES)[Window], priority?: 2): CollectionColumn {
  return {
    ...heading(volume.key, volume.name),
    width: '106px',
    ...(priority !== undefined && { priority }),
    cell: (row) => (
      <Flash octas={volume.of(row)}>
        <Price octas={volume.of(row)} />
      </Flash>
    ),
  }
}

/** A count above its share of the supply. */
function PartOf({ part, whole }: { part: number; whole: number }) {
  return (
    <span className={styles.part} title={`${formatCount(part)} of ${formatCount(whole)}`}>
      {formatCountShort(part)}
      <span className={styles.share}>{wholePercent(part, whole)}%</span>
    </span>
  )
}

/** Converts prices to floats, which are exact enough for a sparkline. */
function FloorLine({ row }: { row: Collection }) {
  const points = row.sparkline.map((octas) => (octas === null ? null : Number(octas) / 1e8))
  return <Sparkline points={points} label={`Floor of ${row.collectionName} over seven days`} />
}
