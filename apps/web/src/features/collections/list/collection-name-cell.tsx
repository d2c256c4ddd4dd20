import type { Collection } from '@opal/contract/collections'
import { Link } from 'react-router'
import { collectionPath } from '../../../app/paths.ts'
import { VerifiedBadge } from '../../../entities/collection/verified-badge.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { truncateName } from '../../../shared/format/name.ts'
import styles from './collection-name-cell.module.css'

export interface CollectionNameCellProps {
  collection: Collection
  /** 1 for the first row. */
  rank: number
  eager: boolean
  /** Volume in octas, the second line on phones. */
  volume: string
}

/** Rank, image and name of a collection; its link covers the whole row. */
export function CollectionNameCell({ collection, rank, eager, volume }: CollectionNameCellProps) {
  return (
    <span className={styles.cell}>
      <span className={styles.rank}>{rank}</span>
      <span className={styles.image}>
        <ResponsiveImage
          src={collection.collectionImage}
          colour={collection.collectionImageFacts?.colour}
          alt={collection.collectionName}
          width={40}
          eager={eager}
          decorative
        />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <Link
            to={collectionPath(collection.slug)}
            prefetch="intent"
            className={styles.link}
            data-row-link=""
            data-row-cover=""
            title={collection.collectionName}
          >
            {truncateName(collection.collectionName, 'long')}
          </Link>
          {collection.isVerified && <VerifiedBadge inText />}
        </span>
        <span className={styles.second}>
          <span>
            Vol <Price octas={volume} />
          </span>
          {collection.isVerified && <VerifiedBadge />}
        </span>
      </span>
    </span>
  )
}
