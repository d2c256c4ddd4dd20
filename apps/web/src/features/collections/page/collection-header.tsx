import type { CollectionDetail } from '@opal/contract/collections'
import { Badge } from '@opal/ui/data/badge'
import type { ReactNode } from 'react'
import { FavouriteStar } from '../../../entities/collection/favourite-star.tsx'
import { VerifiedBadge } from '../../../entities/collection/verified-badge.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { formatAddress } from '../../../shared/format/name.ts'
import { formatBps } from '../../../shared/format/number.ts'
import styles from './collection-header.module.css'
import { CollectionStats } from './collection-stats.tsx'

export interface CollectionHeaderProps {
  collection: CollectionDetail
  /** Buttons after the favourite star. */
  actions?: ReactNode
}

/** A collection's identity, and one line of stats. */
export function CollectionHeader({ collection, actions }: CollectionHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.identity}>
        <span className={styles.image}>
          <ResponsiveImage
            src={collection.collectionImage}
            colour={collection.collectionImageFacts?.colour}
            alt={collection.collectionName}
            width={72}
            eager
            decorative
          />
        </span>
        <div className={styles.words}>
          <h1 className={styles.name}>
            <span className={styles.text}>{collection.collectionName}</span>
            {collection.isVerified && <VerifiedBadge />}
            <FavouriteStar collectionId={collection.collectionId} name={collection.collectionName} />
            {actions}
          </h1>
          <p className={styles.facts}>
            <span title={collection.creatorAddress}>
              by <span className={styles.mono}>{formatAddress(collection.creatorAddress)}</span>
            </span>
            <Badge title="Token standard">{collection.tokenStandard}</Badge>
            {collection.royaltyBps !== null && <span>Royalty {formatBps(collection.royaltyBps)}</span>}
          </p>
        </div>
      </div>
      <CollectionStats collection={collection} />
    </header>
  )
}
