import type { CollectionDetail } from '@opal/contract/collections'
import { Tooltip } from '@opal/ui/overlays/tooltip'
import type { ReactNode } from 'react'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import type { MetricId } from '../../../entities/collection/metrics.ts'
import { Flash } from '../../../shared/components/flash.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatCount, formatCountShort, wholePercent } from '../../../shared/format/number.ts'
import { Change } from '../change.tsx'
import styles from './collection-stats.module.css'

/** One line of figures, each with what it means on hover. */
export function CollectionStats({ collection }: { collection: CollectionDetail }) {
  const { currentSupply: supply, listedCount, uniqueOwnersCount: owners } = collection
  const subject = { collectionId: collection.collectionId, name: collection.collectionName }
  const working = (figure: MetricId, name: string) => (
    <ExplainMetricButton metric={figure} subject={subject} name={name} />
  )
  return (
    <dl className={styles.figures}>
      <Figure
        name="Floor"
        working={working('collection.floor', 'Floor')}
        definition="Lowest price of a live listing that can be bought. The change is over one day."
      >
        <Flash octas={collection.floorPrice}>
          <Price octas={collection.floorPrice} />
        </Flash>
        <Note>
          <Change percent={collection.oneDayChangePercent} />
        </Note>
      </Figure>
      <Figure
        name="Top bid"
        working={working('collection.top-bid', 'Top bid')}
        definition="Highest live offer for any token of the collection."
      >
        <Flash octas={collection.topBid}>
          <Price octas={collection.topBid} />
        </Flash>
      </Figure>
      <Figure
        name="1d volume"
        working={working('collection.volume-1d', '1d volume')}
        definition="Sum of sale prices in the last 24 hours, on every marketplace."
      >
        <Flash octas={collection.oneDayVolume}>
          <Price octas={collection.oneDayVolume} />
        </Flash>
        <Note>{formatCountShort(collection.oneDaySales)} sales</Note>
      </Figure>
      <Figure
        name="Total volume"
        working={working('collection.volume', 'Total volume')}
        definition="Sum of all sale prices, on every marketplace."
      >
        <Flash octas={collection.allTimeVolume}>
          <Price octas={collection.allTimeVolume} />
        </Flash>
      </Figure>
      <Figure
        name="Listed"
        working={working('collection.listed', 'Listed')}
        definition="Tokens for sale on marketplaces where they can be bought, of the supply."
      >
        {formatCount(listedCount)} / {formatCountShort(supply)}
        <Note>{wholePercent(listedCount, supply)}%</Note>
      </Figure>
      <Figure
        name="Owners"
        working={working('collection.owners', 'Owners')}
        definition="Wallets that hold at least one; a listed token counts for its seller."
      >
        {formatCountShort(owners)}
        <Note>{wholePercent(owners, supply)}%</Note>
      </Figure>
    </dl>
  )
}

interface FigureProps {
  name: string
  definition: string
  /** Opens how it comes about. */
  working: ReactNode
  children: ReactNode
}

function Figure({ name, definition, working, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt className={styles.head}>
        <Tooltip content={definition}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users reach the definition by focus. */}
          <span className={styles.name} tabIndex={0}>
            {name}
          </span>
        </Tooltip>
        {working}
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <span className={styles.note}>{children}</span>
}
