import type { CollectionDetail } from '@opal/contract/collections'
import type { ReactNode } from 'react'
import { Metric } from '../../../entities/collection/metric.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { ShortCount } from '../../../shared/components/short-count.tsx'
import { formatCount, formatShare } from '../../../shared/format/number.ts'
import { Change } from '../change.tsx'
import styles from './collection-stats.module.css'

/** One line of stats, each with a tooltip that defines it. */
export function CollectionStats({ collection }: { collection: CollectionDetail }) {
  const { currentSupply: supply, listedCount, uniqueOwnersCount: owners } = collection
  const subject = { collectionId: collection.collectionId, name: collection.collectionName }
  return (
    <dl className={styles.metrics}>
      <Metric
        name="Floor"
        metric="collection.floor"
        subject={subject}
        definition="Lowest price you can buy at right now, with its change over one day."
      >
        <LivePrice octas={collection.floorPrice} />
        {collection.floorPrice !== null && (
          <Note>
            <Change percent={collection.oneDayChangePercent} />
          </Note>
        )}
      </Metric>
      <Metric name="Top bid" metric="collection.top-bid" subject={subject} definition="Highest active collection bid.">
        <LivePrice octas={collection.topBid} />
      </Metric>
      <Metric
        name="1d volume"
        metric="collection.volume-1d"
        subject={subject}
        definition="Sales on all marketplaces in the last 24 hours."
      >
        <LivePrice octas={collection.oneDayVolume} />
        <Note>
          <ShortCount value={collection.oneDaySales} /> {collection.oneDaySales === 1 ? 'sale' : 'sales'}
        </Note>
      </Metric>
      <Metric
        name="Total volume"
        metric="collection.volume"
        subject={subject}
        definition="All sales on all marketplaces."
      >
        <LivePrice octas={collection.allTimeVolume} />
      </Metric>
      <Metric
        name="Listed"
        metric="collection.listed"
        subject={subject}
        definition="Items you can buy right now, as a share of supply."
      >
        {formatCount(listedCount)} / <ShortCount value={supply} />
        <Share part={listedCount} whole={supply} />
      </Metric>
      <Metric
        name="Owners"
        metric="collection.owners"
        subject={subject}
        definition="Unique holders. Listed items count for their seller."
      >
        <ShortCount value={owners} />
        <Share part={owners} whole={supply} />
      </Metric>
    </dl>
  )
}

function Share({ part, whole }: { part: number; whole: number }) {
  const share = formatShare(part, whole)
  return share !== null && <Note>{share}</Note>
}

function Note({ children }: { children: ReactNode }) {
  // The space is for screen readers and for what is copied: '77 / 800' and '9%' are two figures.
  return (
    <>
      {' '}
      <span className={styles.note}>{children}</span>
    </>
  )
}
