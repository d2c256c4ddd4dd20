import type { Collection } from '@opal/contract/shapes/collection'
import { Link } from 'react-router'
import { Flash } from '../../lib/flash.tsx'
import { collectionPath } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import { Price } from '../../lib/price.tsx'
import { VerifiedMark } from '../../lib/verified-mark.tsx'
import styles from './featured-strip.module.css'

/** Pictures of the first screen are loaded at once. */
const EAGER_CARDS = 5

/** The operator's choice, large: the one place where art leads and figures follow. */
export function FeaturedStrip({ collections }: { collections: readonly Collection[] }) {
  if (collections.length === 0) return null
  return (
    <section aria-label="Featured collections" className={styles.section}>
      <ul className={styles.strip}>
        {collections.map((collection, index) => (
          <li key={collection.collectionId} className={styles.item}>
            <Link to={collectionPath(collection.slug)} className={styles.card} prefetch="intent">
              <span className={styles.art}>
                <Picture
                  src={collection.collectionImage}
                  alt={collection.collectionName}
                  width={384}
                  eager={index < EAGER_CARDS}
                  decorative
                />
              </span>
              <span className={styles.caption}>
                <span className={styles.name}>
                  <span className={styles.words}>{collection.collectionName}</span>
                  {collection.isVerified && <VerifiedMark />}
                </span>
                <span className={styles.figures}>
                  <Figure name="Floor" octas={collection.floorPrice} />
                  <Figure name="1d volume" octas={collection.oneDayVolume} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Figure({ name, octas }: { name: string; octas: string | null }) {
  return (
    <span className={styles.figure}>
      <span className={styles.label}>{name}</span>
      <Flash octas={octas}>
        <Price octas={octas} />
      </Flash>
    </span>
  )
}
