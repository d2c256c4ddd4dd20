import type { Collection } from '@opal/contract/collections'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Price } from '../../../shared/components/price.tsx'
import { formatCount } from '../../../shared/format/number.ts'
import { CollectionImage } from './collection-image.tsx'
import styles from './collection-line.module.css'

export interface CollectionLineProps {
  collection: Collection
  /** The collection's head. */
  header: RefObject<HTMLElement | null>
}

/**
 * Name and stats of a collection next to its tabs while its head is scrolled away, as many as fit whole. The name scrolls back up.
 * @source docs/product/collections.md#head-of-a-collection
 */
export default function CollectionLine({ collection, header }: CollectionLineProps) {
  const isAway = useIsAway(header)
  const scrollUp = () => {
    // The line is inert once the head is back.
    header.current?.querySelector('h1')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }
  return (
    <div className={styles.line} data-shown={isAway || undefined} inert={!isAway}>
      <dl className={styles.metrics}>
        <Metric name="Floor">
          <Price octas={collection.floorPrice} />
        </Metric>
        <Metric name="Top bid">
          <Price octas={collection.topBid} />
        </Metric>
        <Metric name="1d volume">
          <Price octas={collection.oneDayVolume} />
        </Metric>
        <Metric name="Listed">{formatCount(collection.listedCount)}</Metric>
      </dl>
      <button type="button" className={styles.up} title="Back to the top" onClick={scrollUp}>
        <span className={styles.text} dir="auto">
          {collection.collectionName}
        </span>
        <span className={styles.image}>
          <CollectionImage collection={collection} />
        </span>
      </button>
    </div>
  )
}

function Metric({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.metric}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Returns whether an element has been scrolled away upwards: the app bar covers what is left of it. */
function useIsAway(element: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return
    const barHeight = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bar-height'))
    // One pixel more: elements that only touch count as intersecting. Without its styles the page has no bar.
    const covered = (barHeight || 0) + 1
    const observer = new IntersectionObserver(
      (entries) => {
        // When several cross together, the last one counts.
        const entry = entries.at(-1)
        if (entry !== undefined) setAway(!entry.isIntersecting && entry.boundingClientRect.top < 0)
      },
      { rootMargin: `-${covered}px 0px 0px` },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return isAway
}
