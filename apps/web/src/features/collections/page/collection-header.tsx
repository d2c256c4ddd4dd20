import type { CollectionDetail } from '@opal/contract/collections'
import { Badge } from '@opal/ui/data/badge'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { FavouriteStar } from '../../../entities/collection/favourite-star.tsx'
import { LookAlikeWarning } from '../../../entities/collection/look-alike-warning.tsx'
import { VerifiedBadge } from '../../../entities/collection/verified-badge.tsx'
import { LaterAddressName } from '../../../entities/wallet/later-address-name.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatBps, formatCount } from '../../../shared/format/number.ts'
import { formatTokenStandard } from '../../../shared/format/token-standard.ts'
import styles from './collection-header.module.css'
import { CollectionStats } from './collection-stats.tsx'

export interface CollectionHeaderProps {
  collection: CollectionDetail
  /** Buttons after the favourite star. */
  actions?: ReactNode
}

/**
 * A collection's identity and one line of stats, on a banner of its own colour. One line of both stays in view when the page
 * scrolls. @source docs/product/collections.md#head-of-a-collection
 */
export function CollectionHeader({ collection, actions }: CollectionHeaderProps) {
  const header = useRef<HTMLElement>(null)
  const name = useRef<HTMLHeadingElement>(null)
  const isAway = useIsAway(header)
  const colour = collection.collectionImageFacts?.colour
  return (
    <>
      <header
        ref={header}
        className={styles.header}
        style={colour === undefined ? undefined : ({ '--collection-colour': colour } as CSSProperties)}
      >
        <span className={styles.banner} aria-hidden="true">
          <Face collection={collection} width={72} />
        </span>
        <div className={styles.identity}>
          <span className={styles.image}>
            <Face collection={collection} width={72} />
          </span>
          <div className={styles.words}>
            <div className={styles.name}>
              <h1 ref={name} className={styles.text} tabIndex={-1}>
                {collection.collectionName}
              </h1>
              {collection.isVerified && <VerifiedBadge />}
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
      <div className={styles.line} data-shown={isAway || undefined} data-sticky="" inert={!isAway}>
        <Line
          collection={collection}
          onUp={() => {
            // The line is inert once the header is back.
            name.current?.focus({ preventScroll: true })
            window.scrollTo({ top: 0 })
          }}
        />
      </div>
    </>
  )
}

function Face({ collection, width }: { collection: CollectionDetail; width: number }) {
  return (
    <ResponsiveImage
      src={collection.collectionImage}
      colour={collection.collectionImageFacts?.colour}
      alt={collection.collectionName}
      width={width}
      eager
      decorative
    />
  )
}

/** Header while the page is scrolled: name, floor, top bid and listed count; the name scrolls back up. */
function Line({ collection, onUp }: { collection: CollectionDetail; onUp(): void }) {
  return (
    <div className={styles.lineInner}>
      <button type="button" className={styles.up} title="Back to the top" onClick={onUp}>
        <span className={styles.small}>
          <Face collection={collection} width={72} />
        </span>
        <span className={styles.text}>{collection.collectionName}</span>
      </button>
      <dl className={styles.metrics}>
        <Figure name="Floor">
          <Price octas={collection.floorPrice} />
        </Figure>
        <Figure name="Top bid">
          <Price octas={collection.topBid} />
        </Figure>
        <Figure name="1d volume">
          <Price octas={collection.oneDayVolume} />
        </Figure>
        <Figure name="Listed">{formatCount(collection.listedCount)}</Figure>
      </dl>
    </div>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.metric}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Returns whether an element has been scrolled away upwards. */
function useIsAway(element: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return
    const observer = new IntersectionObserver((entries) => {
      // Of several crossings at once the last one holds.
      const entry = entries.at(-1)
      if (entry !== undefined) setAway(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return isAway
}
