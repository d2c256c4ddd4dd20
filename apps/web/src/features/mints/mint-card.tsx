import type { MintingCollection } from '@opal/contract/collections/mints'
import { Badge } from '@opal/ui/data/badge'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { collectionPath } from '../../app/paths.ts'
import { ExplainMetricButton } from '../../entities/collection/explain-metric-button.tsx'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { VerifiedBadge } from '../../entities/collection/verified-badge.tsx'
import { Age } from '../../shared/components/age.tsx'
import { Flash } from '../../shared/components/flash.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatUnits } from '../../shared/format/decimal.ts'
import styles from './mint-card.module.css'

/** Card of a minting collection: progress, price, minters. */
export function MintCard({ mint, eager }: { mint: MintingCollection; eager: boolean }) {
  const { collection, minted, maxSupply, mintedToday, minters, mintPrice, lastMintMicros, isMinting } = mint
  const soldOut = maxSupply !== null && BigInt(minted) >= BigInt(maxSupply)
  const subject = { collectionId: collection.collectionId, name: collection.collectionName }
  const explain = (metric: MetricId, name: string) => (
    <span className={styles.explain}>
      <ExplainMetricButton metric={metric} subject={subject} name={`${name} of ${collection.collectionName}`} />
    </span>
  )
  return (
    <article className={styles.card}>
      <div className={styles.art}>
        <ResponsiveImage
          src={collection.collectionImage}
          alt={collection.collectionName}
          width={384}
          eager={eager}
          decorative
        />
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link to={collectionPath(collection.slug)} className={styles.link} title={collection.collectionName}>
            {collection.collectionName}
          </Link>
          {collection.isVerified && <VerifiedBadge />}
        </h3>
        <p className={styles.state}>
          {isMinting ? <Badge tone="positive">Minting</Badge> : <Badge>{soldOut ? 'Minted out' : 'Quiet'}</Badge>}
          <span>
            last mint <Age micros={lastMintMicros} /> ago
          </span>
        </p>
        <MintProgress
          minted={minted}
          maxSupply={maxSupply}
          name={collection.collectionName}
          explain={explain('mint.minted', 'Minted')}
        />
        <dl className={styles.metrics}>
          <Metric name="Mint price" explain={explain('mint.price', 'Mint price')}>
            {mintPrice === '0' ? 'Free' : <Price octas={mintPrice} />}
          </Metric>
          <Metric name="Floor" explain={explain('collection.floor', 'Floor')}>
            <Flash octas={collection.floorPrice}>
              <Price octas={collection.floorPrice} />
            </Flash>
          </Metric>
          <Metric name="Minters" explain={explain('mint.minters', 'Minters')}>
            {formatUnits(BigInt(minters), 0, { group: true })}
          </Metric>
          <Metric name="Last 24 h" explain={explain('mint.today', 'Last 24 h')}>
            {formatUnits(BigInt(mintedToday), 0, { group: true })}
          </Metric>
        </dl>
      </div>
    </article>
  )
}

function Metric({ name, explain, children }: { name: string; explain: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.metric}>
      <dt>
        {name}
        {explain}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

export interface MintProgressProps {
  minted: string
  maxSupply: string | null
  name: string
  /** Opens how the count comes about. */
  explain: ReactNode
}

/** Progress of a mint: a bar with a maximum supply, a count without. */
export function MintProgress({ minted, maxSupply, name, explain }: MintProgressProps) {
  const count = formatUnits(BigInt(minted), 0, { group: true })
  if (maxSupply === null) {
    return (
      <p className={styles.progress}>
        {count} minted, no limit
        {explain}
      </p>
    )
  }
  const share = shareOf(BigInt(minted), BigInt(maxSupply))
  return (
    <div className={styles.progress}>
      <span className={styles.line}>
        <span>
          {count} of {formatUnits(BigInt(maxSupply), 0, { group: true })}
          {explain}
        </span>
        <span className={styles.share}>{share}%</span>
      </span>
      <progress
        className={styles.bar}
        data-full={share === 100 || undefined}
        max={100}
        value={share}
        aria-label={`${name} minted`}
      >
        {share}%
      </progress>
    </div>
  )
}

/** Whole percent, rounded down: 100 means the last one is gone. */
function shareOf(minted: bigint, maxSupply: bigint): number {
  return minted >= maxSupply ? 100 : Number((minted * 100n) / maxSupply)
}
