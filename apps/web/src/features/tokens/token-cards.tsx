import type { TokenDetail } from '@opal/contract/shapes/token'
import type { ReactNode } from 'react'
import { Flash } from '../../lib/flash.tsx'
import { Price } from '../../lib/price.tsx'
import { RarityBadge } from '../../lib/rarity-badge.tsx'
import { WalletName } from '../../lib/wallet-name.tsx'
import styles from './token-cards.module.css'

/** The six figures of a token. @source spec, section 2 "Overview has cards" */
export function TokenCards({ token }: { token: TokenDetail }) {
  return (
    <dl className={styles.cards}>
      <Card name="Price">
        <LivePrice octas={token.listedPrice} />
      </Card>
      <Card name="Last Sale">
        <Price octas={token.lastSalePrice} />
      </Card>
      <Card name="Top Bid">
        <LivePrice octas={token.topBid?.price ?? null} />
      </Card>
      <Card name="Rarity">
        {token.rarity === null ? (
          <span className={styles.none}>-</span>
        ) : (
          <RarityBadge rank={token.rarity} supply={token.collectionSupply} />
        )}
      </Card>
      <Card name="Owner">
        <WalletName wallet={token.owner} />
      </Card>
      <Card name="Collection Floor">
        <LivePrice octas={token.collectionFloorPrice} />
      </Card>
    </dl>
  )
}

function Card({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}

function LivePrice({ octas }: { octas: string | null }) {
  return (
    <Flash octas={octas}>
      <Price octas={octas} />
    </Flash>
  )
}
