import type { TokenDetail } from '@opal/contract/tokens'
import type { ReactNode } from 'react'
import { ExplainMetricButton } from '../../entities/collection/explain-metric-button.tsx'
import type { MetricId, MetricSubject } from '../../entities/collection/metrics.ts'
import { listingFor } from '../../entities/order/listed-token.ts'
import { useTopBid } from '../../entities/order/top-bids.ts'
import { RarityBadge } from '../../entities/token/rarity-badge.tsx'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { LivePrice } from '../../shared/components/live-price.tsx'
import { Price } from '../../shared/components/price.tsx'
import { useSetBids } from './orders/set-bids-query.ts'
import styles from './token-cards.module.css'

/** Shows the six stats of a token. @source docs/product/tokens-and-filters.md#token-cards */
export function TokenCards({ token }: { token: TokenDetail }) {
  const { collectionId, tokenDataId, name } = token
  const subject = { collectionId, tokenDataId, name }
  const topBid = useTopBidOctas(token)
  const listing = listingFor(token, useOwnAddress())
  return (
    <dl className={styles.cards}>
      <Card name="Price">
        <LivePrice octas={listing?.price ?? null} />
      </Card>
      <Card name="Last Sale" metric="token.last-sale" subject={subject}>
        <Price octas={token.lastSalePrice} />
      </Card>
      <Card name="Top Bid" metric="token.top-bid" subject={subject}>
        <LivePrice octas={topBid} />
      </Card>
      <Card name="Rarity" metric="token.rarity" subject={subject}>
        {token.rarity === null ? (
          <span className={styles.none}>-</span>
        ) : (
          <RarityBadge rank={token.rarity} supply={token.collectionSupply} focusable />
        )}
      </Card>
      <Card name="Owner">
        <WalletName wallet={token.owner} isWhole />
      </Card>
      <Card name="Collection Floor" metric="collection.floor" subject={{ ...subject, name: token.collectionName }}>
        <LivePrice octas={token.collectionFloorPrice} />
      </Card>
    </dl>
  )
}

/** Octas. A connected wallet's top bid counts bids on sets by itself, and leaves its own out. */
function useTopBidOctas(token: TokenDetail): string | null {
  const viewer = useOwnAddress()
  const topBid = useTopBid(token)?.price ?? null
  const onSet = useSetBids(token).bids[0]?.price ?? null
  if (viewer !== null || onSet === null) return topBid
  return topBid === null || BigInt(onSet) > BigInt(topBid) ? onSet : topBid
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
