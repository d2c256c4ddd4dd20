import type { Collection } from '@opal/contract/collections'
import type { CollectionSortKey } from '@opal/contract/constants/sorts'
import type { RankingWindow } from '@opal/contract/constants/windows'
import { IconButton } from '@opal/ui/controls/icon-button'
import type { Column } from '@opal/ui/data/data-table'
import { Scale, Star } from 'lucide-react'
import { Link } from 'react-router'
import { analyticsPath } from '../../../app/paths.ts'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import { FavouriteStar } from '../../../entities/collection/favourite-star.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { ShortCount } from '../../../shared/components/short-count.tsx'
import { formatCount, formatCountShort, formatShare } from '../../../shared/format/number.ts'
import { Change } from '../change.tsx'
import { FloorLine } from '../floor-line.tsx'
import styles from './collection-columns.module.css'
import { CollectionNameCell } from './collection-name-cell.tsx'
import type { RankingColumn } from './landing-view.ts'

/** Rows whose images load eagerly. @source docs/product/site.md#eager-images */
const EAGER_ROWS = 20

interface ShownMetric<Value> {
  readonly name: string
  readonly key: CollectionSortKey
  readonly of: (row: Collection) => Value
}

const VOLUMES: Readonly<Record<RankingWindow, ShownMetric<string>>> = {
  '1h': { name: '1h volume', key: 'ONE_H_VOLUME', of: (row) => row.oneHourVolume },
  '1d': { name: '1d volume', key: 'ONE_D_VOLUME', of: (row) => row.oneDayVolume },
  '7d': { name: '7d volume', key: 'SEVEN_D_VOLUME', of: (row) => row.sevenDaysVolume },
  '30d': { name: '30d volume', key: 'THIRTY_D_VOLUME', of: (row) => row.thirtyDaysVolume },
  all: { name: 'Total volume', key: 'ALL_TIME_VOLUME', of: (row) => row.allTimeVolume },
}

const SALES: Readonly<Record<RankingWindow, ShownMetric<number>>> = {
  '1h': { name: '1h sales', key: 'ONE_H_SALES', of: (row) => row.oneHourSales },
  '1d': { name: '1d sales', key: 'ONE_D_SALES', of: (row) => row.oneDaySales },
  '7d': { name: '7d sales', key: 'SEVEN_D_SALES', of: (row) => row.sevenDaysSales },
  '30d': { name: '30d sales', key: 'THIRTY_D_SALES', of: (row) => row.thirtyDaysSales },
  all: { name: 'Total sales', key: 'ALL_TIME_SALES', of: (row) => row.allTimeSales },
}

type FloorWindow = Exclude<RankingWindow, 'all'>

const CHANGES: Readonly<Record<FloorWindow, ShownMetric<number | null> & { readonly words: string }>> = {
  '1h': { name: '1h', words: '1 hour', key: 'ONE_H_CHANGE', of: (row) => row.oneHourChangePercent },
  '1d': { name: '1d', words: '24 hours', key: 'ONE_D_CHANGE', of: (row) => row.oneDayChangePercent },
  '7d': { name: '7d', words: '7 days', key: 'SEVEN_D_CHANGE', of: (row) => row.sevenDaysChangePercent },
  '30d': { name: '30d', words: '30 days', key: 'THIRTY_D_CHANGE', of: (row) => row.thirtyDaysChangePercent },
}

/** Windows of the changes that are shown, the first also under the floor on phones. All time has no floor to compare with. */
const CHANGES_SHOWN: Readonly<Record<RankingWindow, readonly [FloorWindow, ...FloorWindow[]]>> = {
  '1h': ['1h'],
  '1d': ['1d'],
  '7d': ['7d'],
  '30d': ['30d'],
  all: ['1d', '7d'],
}

type CollectionColumn = Column<Collection> & {
  readonly id: CollectionSortKey | 'SPARKLINE' | 'FAVOURITE'
  /** Its name among the columns that can be hidden; absent for those that are always shown. */
  readonly kind?: RankingColumn
}

/** The collections chosen for comparison. */
export interface Comparison {
  readonly chosen: readonly string[]
  toggle(slug: string): void
}

/**
 * Returns the columns of the ranked table. A column's id is its sort key. The window is that of volume, sales, changes and
 * the line of the floor.
 * @param isLite the few columns to buy by: floor, its change, volume and what is listed.
 */
export function collectionColumns(
  window: RankingWindow,
  comparison: Comparison,
  hidden: readonly RankingColumn[] = [],
  isLite = false,
): readonly CollectionColumn[] {
  const volume = VOLUMES[window]
  const [first, ...more] = CHANGES_SHOWN[window]
  const change = changeColumn(CHANGES[first], 3)
  const actions = actionsColumn(comparison)
  if (isLite) return [nameColumn(volume), floorColumn(CHANGES[first]), change, volumeColumn(volume, 2), LISTED, actions]
  const columns = [
    nameColumn(volume),
    floorColumn(CHANGES[first]),
    TOP_BID,
    change,
    ...more.map((each) => changeColumn(CHANGES[each])),
    volumeColumn(volume, 2),
    salesColumn(SALES[window]),
    volumeColumn(window === 'all' ? VOLUMES['1d'] : VOLUMES.all),
    ...SIZES,
    floorLineColumn(window === 'all' ? '7d' : window),
    actions,
  ]
  return columns.filter(({ kind }) => kind === undefined || !hidden.includes(kind))
}

function nameColumn(volume: ShownMetric<string>): CollectionColumn {
  return {
    ...heading('NAME', 'Collection'),
    align: 'start',
    priority: 1,
    cell: (row, index) => (
      <CollectionNameCell collection={row} rank={index + 1} eager={index < EAGER_ROWS} volume={volume.of(row)} />
    ),
  }
}

function floorColumn(change: ShownMetric<number | null>): CollectionColumn {
  return {
    ...heading('FLOOR_PRICE', 'Floor', 'Lowest price you can buy at right now.'),
    width: 'var(--floor-width)',
    priority: 1,
    leads: true,
    cell: (row) => (
      <span className={styles.floor}>
        <LivePrice octas={row.floorPrice} />
        <span className={styles.under}>
          <Change percent={change.of(row)} />
        </span>
      </span>
    ),
  }
}

const TOP_BID: CollectionColumn = {
  ...heading('TOP_BID', 'Top bid', 'Highest active collection bid.'),
  kind: 'top-bid',
  width: '104px',
  priority: 3,
  cell: (row) => <LivePrice octas={row.topBid} />,
}

function changeColumn(change: (typeof CHANGES)[FloorWindow], priority?: 3): CollectionColumn {
  return {
    ...heading(change.key, change.name, `Floor change over ${change.words}.`),
    kind: 'change',
    width: '100px',
    ...(priority !== undefined && { priority }),
    cell: (row) => <Change percent={change.of(row)} />,
  }
}

function salesColumn(sales: ShownMetric<number>): CollectionColumn {
  return {
    ...heading(sales.key, sales.name),
    kind: 'sales',
    width: '92px',
    cell: (row) => <ShortCount value={sales.of(row)} />,
  }
}

const LISTED: CollectionColumn = {
  ...heading('LISTED', 'Listed', 'Items you can buy right now.'),
  kind: 'listed',
  width: '76px',
  priority: 3,
  cell: (row) => <PartOf part={row.listedCount} whole={row.currentSupply} />,
}

/** Columns of market cap, listings, owners and supply. */
const SIZES: readonly CollectionColumn[] = [
  {
    ...heading('MARKET_CAP', 'Market cap', 'Floor price × supply.'),
    kind: 'market-cap',
    width: '96px',
    priority: 5,
    cell: (row) => <Price octas={row.marketCap} />,
  },
  LISTED,
  {
    ...heading('OWNERS', 'Owners', 'Unique holders, and holders as a share of supply.'),
    kind: 'owners',
    width: '76px',
    cell: (row) => <PartOf part={row.uniqueOwnersCount} whole={row.currentSupply} />,
  },
  {
    ...heading('SUPPLY', 'Supply'),
    kind: 'supply',
    width: '72px',
    priority: 5,
    cell: (row) => <ShortCount value={row.currentSupply} />,
  },
]

function floorLineColumn(window: FloorWindow): CollectionColumn {
  const { words, of } = CHANGES[window]
  return {
    id: 'SPARKLINE',
    kind: 'line',
    header: `Floor, ${window}`,
    name: `Floor over ${words}`,
    align: 'end',
    width: '108px',
    priority: 3,
    cell: (row) => (
      <Link
        to={analyticsPath(row.slug)}
        prefetch="intent"
        className={styles.line}
        aria-label={`Floor of ${row.collectionName} over ${words}: open its analytics`}
      >
        <FloorLine collection={row} percent={of(row)} words={words} />
      </Link>
    ),
  }
}

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
      label={chosen ? `Remove ${row.collectionName} from comparison` : `Compare ${row.collectionName}`}
      on={chosen}
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

function volumeColumn(volume: ShownMetric<string>, priority?: 2): CollectionColumn {
  return {
    ...heading(volume.key, volume.name),
    kind: volume === VOLUMES.all ? 'total-volume' : 'volume',
    width: '106px',
    ...(priority !== undefined && { priority }),
    cell: (row) => <LivePrice octas={volume.of(row)} />,
  }
}

/** A count above its share of the supply, where it has one. */
function PartOf({ part, whole }: { part: number; whole: number }) {
  const share = formatShare(part, whole)
  return (
    <span
      className={styles.part}
      title={share === null ? formatCount(part) : `${formatCount(part)} of ${formatCount(whole)}`}
    >
      {formatCountShort(part)}
      {share !== null && <span className={styles.share}>{share}</span>}
    </span>
  )
}
