import type { TokenDetail } from '@opal/contract/tokens'
import type { ReactNode } from 'react'
import { ExplainMetricButton } from '../../entities/collection/explain-metric-button.tsx'
import type { MetricId, MetricSubject } from '../../entities/collection/metrics.ts'
import { useTopBid } from '../../entities/order/top-bids.ts'
import { RarityBadge } from '../../entities/token/rarity-badge.tsx'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { LivePrice } from '../../shared/components/live-price.tsx'
import { Price } from '../../shared/components/price.tsx'
import styles from './token-cards.module.css'

/** Shows the six stats of a token. @source docs/product/tokens-and-filters.md#token-cards */
export function TokenCards({ token }: { token: TokenDetail }) {
  const { collectionId, tokenDataId, name } = token
  const subject = { collectionId, tokenDataId, name }
  const topBid = useTopBid(token)
  return (
    <dl className={styles.cards}>
      <Card name="Price">
        <LivePrice octas={token.listedPrice} />
      </Card>
      <Card name="Last Sale" metric="token.last-sale" subject={subject}>
        <Price octas={token.lastSalePrice} />
      </Card>
      <Card name="Top Bid" metric="token.top-bid" subject={subject}>
        <LivePrice octas={topBid?.price ?? null} />
      </Card>
      <Card name="Rarity" metric="token.rarity" subject={subject}>
        {token.rarity === null ? (
          <span className={styles.none}>-</span>
        ) : (
          <RarityBadge rank={token.rarity} supply={token.collectionSupply} focusable />
        )}
      </Card>
      <Card name="Owner">
        <WalletName wallet={token.owner} />
      </Card>
      <Card name="Collection Floor" metric="collection.floor" subject={{ ...subject, name: token.collectionName }}>
        <LivePrice octas={token.collectionFloorPrice} />
      </Card>
    </dl>
  )
}

interface CardProps {
  name: string
  /** Explained metric; absent where the value is none. */
  metric?: MetricId
  subject?: MetricSubject
  children: ReactNode
}

function Card({ name, metric, subject, children }: CardProps) {
  return (
    <div className={styles.card}>
      <dt className={styles.name}>
        {metric === undefined || subject === undefined ? (
          name
        ) : (
          <ExplainMetricButton metric={metric} subject={subject} name={name}>
            {name}
          </ExplainMetricButton>
        )}
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}
