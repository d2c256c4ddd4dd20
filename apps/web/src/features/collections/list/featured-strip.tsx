import { HydrationBoundary } from '@opal/ui/data/hydration-boundary'
import { FOCUS_TARGET } from '@opal/ui/overlays/focus/focus-region'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { collectionPath } from '../../../app/paths.ts'
import { FavouriteStar } from '../../../entities/collection/favourite-star.tsx'
import { VerifiedBadge } from '../../../entities/collection/verified-badge.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import type { Featured } from './collections-query.ts'
import styles from './featured-strip.module.css'

/** Cards whose images load eagerly. */
const EAGER_CARDS = 5
/** CSS `sizes` of the images in the strip. */
const CARD_SIZES = '(max-width: 639px) 58vw, 384px'

/** The strip of large collection cards. */
export function FeaturedStrip({ title, collections }: Featured) {
  if (collections.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="featured">
      <h2 id="featured" className={styles.title}>
        {title}
      </h2>
      <HydrationBoundary>
        <ul className={styles.strip} style={{ '--cards': collections.length } as CSSProperties}>
          {collections.map((collection, index) => (
            <li key={collection.collectionId} className={styles.item}>
              <Link
                to={collectionPath(collection.slug)}
                className={styles.card}
                prefetch="intent"
                {...(index === 0 && FOCUS_TARGET)}
              >
                <span className={styles.art}>
                  <ResponsiveImage
                    src={collection.collectionImage}
                    colour={collection.collectionImageFacts?.colour}
                    alt={collection.collectionName}
                    width={384}
                    sizes={CARD_SIZES}
                    eager={index < EAGER_CARDS}
                    urgent={index === 0}
                    decorative
                  />
                </span>
                <span className={styles.caption}>
                  <span className={styles.name}>
                    <span className={styles.words} title={collection.collectionName} dir="auto">
                      {collection.collectionName}
                      {collection.isVerified && <VerifiedBadge inText />}
                    </span>
                  </span>
                  <span className={styles.metrics}>
                    <Metric name="Floor" octas={collection.floorPrice} />
                    <Metric name="1d volume" octas={collection.oneDayVolume} />
                  </span>
                </span>
              </Link>
              <span className={styles.star}>
                <FavouriteStar collectionId={collection.collectionId} name={collection.collectionName} />
              </span>
            </li>
          ))}
        </ul>
      </HydrationBoundary>
    </section>
  )
}

function Metric({ name, octas }: { name: string; octas: string | null }) {
  return (
    <span className={styles.metric}>
      <span className={styles.label}>{name}</span>
      <LivePrice octas={octas} />
    </span>
  )
}
