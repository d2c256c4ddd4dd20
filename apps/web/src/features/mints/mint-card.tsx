import type { MintingCollection } from '@opal/contract/collections/mints'
import { Badge } from '@opal/ui/data/badge'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { collectionPath } from '../../app/paths.ts'
import { ExplainMetricButton } from '../../entities/collection/explain-metric-button.tsx'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { VerifiedBadge } from '../../entities/collection/verified-badge.tsx'
import { Age } from '../../shared/components/age.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { LivePrice } from '../../shared/components/live-price.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatCount } from '../../shared/format/number.ts'
import styles from './mint-card.module.css'

/** Card of a minting collection: progress, price, minters. */
export function MintCard({ mint, eager }: { mint: MintingCollection; eager: boolean }) {
  const { collection, minted, maxSupply, mintedToday, minters, mintPrice, lastMintMicros, isMinting } = mint
  const soldOut = maxSupply !== null && BigInt(minted) >= BigInt(maxSupply)
  const subject = { collectionId: collection.collectionId, name: collection.collectionName }
  const explain = (metric: MetricId, label: string, name = label) => (
    <ExplainMetricButton metric={metric} subject={subject} name={`${name} of ${collection.collectionName}`}>
      {label}
    </ExplainMetricButton>
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
          <Link
            to={collectionPath(collection.slug)}
            className={styles.link}
            data-card-link=""
            title={collection.collectionName}
            dir="auto"
          >
            {collection.collectionName}
          </Link>
          {collection.isVerified && <VerifiedBadge />}
        </h3>
        <p className={styles.state}>
          {!soldOut && (isMinting ? <Badge tone="positive">Minting</Badge> : <Badge>Inactive</Badge>)}
          <span>
            Last mint <Age micros={lastMintMicros} ago />
          </span>
        </p>
        <MintProgress
          minted={minted}
          maxSupply={maxSupply}
          name={collection.collectionName}
          label={(text, count) => explain('mint.minted', text, `${count} minted`)}
        />
        <dl className={styles.metrics}>
          <Metric label={explain('mint.price', 'Mint price')}>
            <MintPrice octas={mintPrice} />
          </Metric>
          <Metric label={explain('collection.floor', 'Floor')}>
            <LivePrice octas={collection.floorPrice} />
          </Metric>
          <Metric label={explain('mint.minters', 'Minters')}>{formatCount(minters)}</Metric>
          <Metric label={explain('mint.today', '1d mints')}>{formatCount(mintedToday)}</Metric>
        </dl>
      </div>
    </article>
  )
}

function MintPrice({ octas }: { octas: string | null }) {
  if (octas === null) return <span title="The price can’t be read from its mint transactions">Unknown</span>
  return octas === '0' ? 'Free' : <Price octas={octas} />
}

function Metric({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.metric}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export interface MintProgressProps {
  minted: string
  maxSupply: string | null
  name: string
  /** Wraps a text in the button that explains it. @param count what the text says, for its accessible name. */
  label(text: string, count: string): ReactNode
}

/** Progress of a mint: a bar until the last one is minted, a count without a maximum supply. */
function MintProgress({ minted, maxSupply, name, label }: MintProgressProps) {
  const count = formatCount(minted)
  if (maxSupply === null) {
    return <p className={styles.progress}>{label(count, count)} minted, no limit</p>
  }
  const ofMost = `${count} of ${formatCount(maxSupply)}`
  if (BigInt(minted) >= BigInt(maxSupply)) {
    return (
      <p className={styles.progress} title={`${ofMost} minted`}>
        {label('Minted out', `Minted out, ${ofMost}`)}
      </p>
    )
  }
  const share = Number((BigInt(minted) * 100n) / BigInt(maxSupply))
  return (
    <div className={styles.progress}>
      <span className={styles.line}>
        <span>{label(ofMost, ofMost)}</span>
        <span className={styles.share}>{share}%</span>
      </span>
      <progress className={styles.bar} max={100} value={share} aria-label={`${name} minted`}>
        {share}%
      </progress>
    </div>
  )
}
