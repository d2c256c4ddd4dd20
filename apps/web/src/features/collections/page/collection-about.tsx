import type { CollectionDetail } from '@opal/contract/collections'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountUrl, walletPath } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatBps, formatCount } from '../../../shared/format/number.ts'
import { formatTokenStandard } from '../../../shared/format/token-standard.ts'
import styles from './collection-about.module.css'

/** The creator's description and on-chain facts. URLs in the description are not rendered as links. */
export default function CollectionAbout({ collection }: { collection: CollectionDetail }) {
  const { config } = useSite()
  const subject = { collectionId: collection.collectionId, name: collection.collectionName }
  return (
    <div className={styles.about}>
      <section>
        <h2 className={styles.title}>About</h2>
        <p className={styles.description} dir="auto">
          {collection.description === '' ? 'No description.' : collection.description}
        </p>
      </section>
      <section>
        <h2 className={styles.title}>On chain</h2>
        <dl className={styles.facts}>
          <Fact name="Collection ID" mono>
            {collection.collectionId}
          </Fact>
          <Fact name="Creator" mono>
            <Link to={walletPath(collection.creatorAddress)}>{collection.creatorAddress}</Link>
          </Fact>
          <Fact name="Token standard">{formatTokenStandard(collection.tokenStandard)}</Fact>
          <Fact name="Supply">
            {formatCount(collection.currentSupply)}
            {collection.maxSupply !== null && ` / ${formatCount(collection.maxSupply)}`}
            <ExplainMetricButton metric="collection.supply" subject={subject} name="Supply" />
          </Fact>
          <Fact name="Market cap">
            <Price octas={collection.marketCap} />
            <ExplainMetricButton metric="collection.market-cap" subject={subject} name="Market cap" />
          </Fact>
          <Fact name="Royalty">
            {collection.royaltyBps === null ? 'Set per item' : formatBps(collection.royaltyBps)}
          </Fact>
          {collection.royaltyPayee !== null && (
            <Fact name="Royalty recipient" mono>
              {collection.royaltyPayee}
            </Fact>
          )}
          <Fact name="Explorer">
            <a href={accountUrl(config, collection.collectionId)} target="_blank" rel="noreferrer">
              Collection
            </a>
            {' · '}
            <a href={accountUrl(config, collection.creatorAddress)} target="_blank" rel="noreferrer">
              Creator
            </a>
          </Fact>
        </dl>
      </section>
      <section>
        <h2 className={styles.title}>How rarity works</h2>
        <p className={styles.description}>
          Ranks follow OpenRarity: the fewer items share a trait value, the more it adds to the score. Missing traits
          and the number of traits count too. The score is shown in multiples of the collection’s average; items with
          equal scores share the better rank. Ranks are recalculated when the supply or a trait changes. An item’s page
          shows its score trait by trait.
        </p>
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
