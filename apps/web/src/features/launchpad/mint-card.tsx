import type { MintingCollection } from '@opal/contract/mints'
import { Badge } from '@opal/ui/data/badge'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Age } from '../../lib/age.tsx'
import type { FigureId } from '../../lib/figures.ts'
import { Flash } from '../../lib/flash.tsx'
import { formatUnits } from '../../lib/format/decimal.ts'
import { collectionPath } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import { Price } from '../../lib/price.tsx'
import { ShowWorking } from '../../lib/show-working.tsx'
import { VerifiedMark } from '../../lib/verified-mark.tsx'
import styles from './mint-card.module.css'
import { MintProgress } from './mint-progress.tsx'

/** A collection that is being minted: how far, for how much, by how many. */
export function MintCard({ mint, eager }: { mint: MintingCollection; eager: boolean }) {
  const { collection, minted, maxSupply, mintedToday, minters, mintPrice, lastMintMicros, isMinting } = mint
  const soldOut = maxSupply !== null && BigInt(minted) >= BigInt(maxSupply)
  const subject = { collectionId: collection.collectionId, name: collection.collectionName }
  const working = (figure: FigureId, name: string) => (
    <span className={styles.working}>
      <ShowWorking figure={figure} subject={subject} name={`${name} of ${collection.collectionName}`} />
    </span>
  )
  return (
    <article className={styles.card}>
      <div className={styles.art}>
        <Picture
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
          {collection.isVerified && <VerifiedMark />}
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
          working={working('mint.minted', 'Minted')}
        />
        <dl className={styles.figures}>
          <Figure name="Mint price" working={working('mint.price', 'Mint price')}>
            {mintPrice === '0' ? 'Free' : <Price octas={mintPrice} />}
          </Figure>
          <Figure name="Floor" working={working('collection.floor', 'Floor')}>
            <Flash octas={collection.floorPrice}>
              <Price octas={collection.floorPrice} />
            </Flash>
          </Figure>
          <Figure name="Minters" working={working('mint.minters', 'Minters')}>
            {formatUnits(BigInt(minters), 0, { group: true })}
          </Figure>
          <Figure name="Last 24 h" working={working('mint.today', 'Last 24 h')}>
            {formatUnits(BigInt(mintedToday), 0, { group: true })}
          </Figure>
        </dl>
      </div>
    </article>
  )
}

function Figure({ name, working, children }: { name: string; working: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>
        {name}
        {working}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
