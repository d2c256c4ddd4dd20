import type { CollectionDetail } from '@opal/contract/collections'
import { Badge } from '@opal/ui/data/badge'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { FavouriteStar } from '../../../entities/collection/favourite-star.tsx'
import { LookAlikeWarning } from '../../../entities/collection/look-alike-warning.tsx'
import { VerifiedBadge } from '../../../entities/collection/verified-badge.tsx'
import { LaterAddressName } from '../../../entities/wallet/later-address-name.tsx'
import { formatBps } from '../../../shared/format/number.ts'
import { formatTokenStandard } from '../../../shared/format/token-standard.ts'
import styles from './collection-header.module.css'
import { CollectionImage } from './collection-image.tsx'
import { CollectionStats } from './collection-stats.tsx'

export interface CollectionHeaderProps {
  collection: CollectionDetail
  /** Buttons after the favourite star. */
  actions?: ReactNode
  ref?: Ref<HTMLElement>
}

/** Characters of a name that has room in the lines of its heading, whatever the window. */
const MAX_WHOLE_NAME = 40

/** A collection's identity and one line of stats, on a banner of its own colour. @source docs/product/collections.md#head-of-a-collection */
export function CollectionHeader({ collection, actions, ref }: CollectionHeaderProps) {
  const colour = collection.collectionImageFacts?.colour
  const isLong = collection.collectionName.length > MAX_WHOLE_NAME
  return (
    <header
      ref={ref}
      className={styles.header}
      style={colour === undefined ? undefined : ({ '--collection-colour': colour } as CSSProperties)}
    >
      <span className={styles.banner} aria-hidden="true">
        <CollectionImage collection={collection} />
      </span>
      <div className={styles.identity}>
        <span className={styles.image}>
          <CollectionImage collection={collection} />
        </span>
        <div className={styles.words}>
          <div className={styles.name}>
            <span className={styles.text} data-long={isLong || undefined}>
              <h1
                className={styles.title}
                tabIndex={-1}
                {...(isLong && { title: collection.collectionName, 'data-hint': '' })}
              >
                {collection.collectionName}
              </h1>
              {collection.isVerified && <VerifiedBadge inText />}
            </span>
            <span className={styles.actions}>
              <FavouriteStar collectionId={collection.collectionId} name={collection.collectionName} />
              {actions}
            </span>
          </div>
          <p className={styles.facts}>
            <span>
              by <LaterAddressName address={collection.creatorAddress} />
            </span>
            <Badge title="Token standard">{formatTokenStandard(collection.tokenStandard)}</Badge>
            {collection.royaltyBps !== null && <span>Royalty {formatBps(collection.royaltyBps)}</span>}
          </p>
          {collection.looksLike && <LookAlikeWarning looksLike={collection.looksLike} />}
        </div>
      </div>
      <CollectionStats collection={collection} />
    </header>
  )
}
