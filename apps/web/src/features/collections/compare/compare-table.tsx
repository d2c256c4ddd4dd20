import type { CollectionDetail } from '@opal/contract/collections'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { collectionPath } from '../../../app/paths.ts'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import type { MetricId } from '../../../entities/collection/metrics.ts'
import { VerifiedBadge } from '../../../entities/collection/verified-badge.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatBps, formatCount, formatShare } from '../../../shared/format/number.ts'
import { formatTokenStandard } from '../../../shared/format/token-standard.ts'
import { Change } from '../change.tsx'
import { FloorLine } from '../floor-line.tsx'
import styles from './compare-table.module.css'
import type { Compared } from './use-compared.ts'

interface Metric {
  readonly name: string
  /** The metric that can be explained; absent for other rows. */
  readonly metric?: MetricId
  readonly of: (row: CollectionDetail) => ReactNode
}

const METRICS: readonly Metric[] = [
  { name: 'Floor', metric: 'collection.floor', of: (row) => <Price octas={row.floorPrice} /> },
  { name: 'Top bid', metric: 'collection.top-bid', of: (row) => <Price octas={row.topBid} /> },
  {
    name: '1d floor change',
    metric: 'collection.change-1d',
    of: (row) => <Change percent={row.oneDayChangePercent} />,
  },
  {
    name: '7d floor change',
    metric: 'collection.change-7d',
    of: (row) => <Change percent={row.sevenDaysChangePercent} />,
  },
  { name: '1d volume', metric: 'collection.volume-1d', of: (row) => <Price octas={row.oneDayVolume} /> },
  { name: '7d volume', metric: 'collection.volume-7d', of: (row) => <Price octas={row.sevenDaysVolume} /> },
  { name: '30d volume', metric: 'collection.volume-30d', of: (row) => <Price octas={row.thirtyDaysVolume} /> },
  { name: 'Total volume', metric: 'collection.volume', of: (row) => <Price octas={row.allTimeVolume} /> },
  { name: '1d sales', of: (row) => formatCount(row.oneDaySales) },
  { name: 'Market cap', metric: 'collection.market-cap', of: (row) => <Price octas={row.marketCap} /> },
  { name: 'Listed', metric: 'collection.listed', of: (row) => shareOf(row.listedCount, row.currentSupply) },
  { name: 'Owners', metric: 'collection.owners', of: (row) => shareOf(row.uniqueOwnersCount, row.currentSupply) },
  { name: 'Supply', metric: 'collection.supply', of: (row) => formatCount(row.currentSupply) },
  { name: 'Royalty', of: (row) => formatBps(row.royaltyBps) },
  { name: 'Standard', of: (row) => formatTokenStandard(row.tokenStandard) },
]

/** Collections side by side, one metric per row. */
export function CompareTable({ compared, onRemove }: { compared: readonly Compared[]; onRemove(slug: string): void }) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {compared.map((one) => (
              <th key={one.slug} scope="col">
                <Head one={one} onRemove={() => onRemove(one.slug)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {METRICS.map(({ name, metric, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {compared.map(({ slug, collection, state }) => (
                <td key={slug}>
                  {collection === null ? (
                    <Missing state={state} />
                  ) : (
                    <>
                      {of(collection)}
                      {metric !== undefined && <ExplainButton metric={metric} name={name} of={collection} />}
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ExplainButton({ metric, name, of }: { metric: MetricId; name: string; of: CollectionDetail }) {
  const subject = { collectionId: of.collectionId, name: of.collectionName }
  return <ExplainMetricButton metric={metric} subject={subject} name={`${name} of ${of.collectionName}`} />
}

function Head({ one, onRemove }: { one: Compared; onRemove(): void }) {
  const { collection, slug, state, retry } = one
  const name = collection?.collectionName ?? slug
  return (
    <div className={styles.head}>
      <span className={styles.image}>
        <ResponsiveImage src={collection?.collectionImage ?? null} alt={name} width={72} decorative />
      </span>
      <span className={styles.name}>
        <Link to={collectionPath(slug)} title={name} className={styles.link} dir="auto">
          {name}
        </Link>
        {collection?.isVerified === true && <VerifiedBadge />}
        <IconButton label={`Remove ${name} from comparison`} size="sm" onClick={onRemove}>
          <X />
        </IconButton>
      </span>
      {collection !== null && (
        <FloorLine collection={collection} percent={collection.sevenDaysChangePercent} words="seven days" width={140} />
      )}
      {state === 'gone' && <span className={styles.note}>Collection not found.</span>}
      {state === 'failed' && (
        <>
          <span className={styles.note}>Couldn’t load this collection.</span>
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </>
      )}
    </div>
  )
}

function Missing({ state }: { state: Compared['state'] }) {
  return state === 'waiting' ? <Skeleton height="14px" width="60%" /> : '-'
}

function shareOf(part: number, whole: number): string {
  const share = formatShare(part, whole)
  return share === null ? formatCount(part) : `${formatCount(part)} (${share})`
}
