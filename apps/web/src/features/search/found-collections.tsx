import type { Collection } from '@opal/contract/collections'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { Link } from 'react-router'
import { collectionPath } from '../../app/paths.ts'
import { applyLiveStats, liveCollectionStats } from '../../entities/collection/live-collection-stats.ts'
import { LookAlikeBadge } from '../../entities/collection/look-alike-badge.tsx'
import { VerifiedBadge } from '../../entities/collection/verified-badge.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import { truncateName } from '../../shared/format/name.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './search-popup.module.css'

export interface FoundCollectionsProps {
  rows: readonly Collection[] | null
  failed: boolean
  /** The volume is that of the day, by which suggestions are ranked, instead of the total. */
  ofToday: boolean
}

/** Collections with floor and volume. @source docs/product/site.md#search-of-collections */
export function FoundCollections({ rows, failed, ofToday }: FoundCollectionsProps) {
  const metrics = useStore(liveCollectionStats)
  if (failed) return <p className={styles.none}>Search is unavailable. Try again in a moment.</p>
  if (rows === null) return <Waiting />
  if (rows.length === 0) return <p className={styles.none}>No Results Found</p>
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span>Collection</span>
        <span>Floor Price</span>
        <span>{ofToday ? '1d Volume' : 'Volume'}</span>
      </div>
      <ul>
        {rows
          .map((found) => applyLiveStats(found, metrics))
          .map((row) => (
            <li key={row.collectionId}>
              <Link to={collectionPath(row.slug)} className={styles.result}>
                <span className={styles.identity}>
                  <span className={styles.image}>
                    <ResponsiveImage src={row.collectionImage} alt={row.collectionName} width={32} decorative />
                  </span>
                  <span className={styles.name} title={row.collectionName} dir="auto">
                    {truncateName(row.collectionName, 'long')}
                    {row.isVerified && <VerifiedBadge inText />}
                  </span>
                  {row.looksLike && <LookAlikeBadge looksLike={row.looksLike} />}
                </span>
                <span>
                  <Price octas={row.floorPrice} />
                </span>
                <span>
                  <Price octas={ofToday ? row.oneDayVolume : row.allTimeVolume} />
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}

/** Placeholders of the results' size. */
export function Waiting() {
  return (
    <div className={styles.pending}>
      <Skeleton height="32px" />
      <Skeleton height="32px" />
      <Skeleton height="32px" />
    </div>
  )
}
