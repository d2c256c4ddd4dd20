import type { CollectionDetail } from '@opal/contract/shapes/collection'
import type { ReactNode } from 'react'
import { formatBps, formatCount } from '../../lib/format/number.ts'
import { walletPath } from '../../lib/paths.ts'
import styles from './collection-about.module.css'

/** What the creator says, and what the chain says. Addresses in a creator's text are never links. */
export default function CollectionAbout({ collection }: { collection: CollectionDetail }) {
  return (
    <div className={styles.about}>
      <section>
        <h2 className={styles.title}>In the creator's words</h2>
        <p className={styles.description}>
          {collection.description === '' ? 'The creator has written nothing.' : collection.description}
        </p>
      </section>
      <section>
        <h2 className={styles.title}>On chain</h2>
        <dl className={styles.facts}>
          <Fact name="Collection id" mono>
            {collection.collectionId}
          </Fact>
          <Fact name="Creator" mono>
            <a href={walletPath(collection.creatorAddress)}>{collection.creatorAddress}</a>
          </Fact>
          <Fact name="Token standard">{collection.tokenStandard === 'v1' ? 'Token v1' : 'Digital asset (v2)'}</Fact>
          <Fact name="Supply">
            {formatCount(collection.currentSupply)}
            {collection.maxSupply !== null && ` of at most ${formatCount(Number(collection.maxSupply))}`}
          </Fact>
          <Fact name="Royalty">
            {collection.royaltyBps === null ? 'set per token' : formatBps(collection.royaltyBps)}
          </Fact>
          {collection.royaltyPayee !== null && (
            <Fact name="Royalty goes to" mono>
              {collection.royaltyPayee}
            </Fact>
          )}
        </dl>
      </section>
    </div>
  )
}

function Fact({ name, mono = false, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-mono={mono || undefined}>{children}</dd>
    </div>
  )
}
