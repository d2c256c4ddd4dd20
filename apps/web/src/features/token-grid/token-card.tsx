import type { Token } from '@opal/contract/tokens'
import { memo } from 'react'
import { MarketplaceIcon } from '../../entities/order/marketplace-icon.tsx'
import { ArtCard } from '../../entities/token/art-card.tsx'
import { Flash } from '../../shared/components/flash.tsx'
import { Price } from '../../shared/components/price.tsx'
import { tokenNumber } from '../../shared/format/name.ts'
import styles from './token-card.module.css'
import { TradeButton } from './trade-button.tsx'

export interface TokenCardProps {
  token: Token
  /** Of its collection. */
  supply: number
  index: number
  highlighted: boolean
  /** It no longer belongs to the list, and stays until the reader looks away. */
  gone: boolean
}

/**
 * A collection's token in the grid: its picture, number, price, and what one can do with it. Kept as it is while others
 * come and go: a long grid that is scrolled renders the cards that come near, and no other.
 */
export const TokenCard = memo(function TokenCard({ token, supply, index, highlighted, gone }: TokenCardProps) {
  return (
    <ArtCard
      token={token}
      supply={supply}
      index={index}
      name={tokenNumber(token.name)}
      beside={<MarketplaceIcon marketplace={token.marketplace} />}
      highlighted={highlighted}
      gone={gone}
    >
      <PriceLine token={token} />
      <span className={styles.action}>
        <TradeButton token={token} size="sm" variant="primary" short />
      </span>
    </ArtCard>
  )
})

function PriceLine({ token }: { token: Token }) {
  if (token.listedPrice !== null) {
    return (
      <span className={styles.price}>
        <Flash octas={token.listedPrice}>
          <Price octas={token.listedPrice} />
        </Flash>
      </span>
    )
  }
  if (token.lastSalePrice === null) return <span className={styles.quiet}>Not listed</span>
  return (
    <span className={styles.quiet}>
      Last <Price octas={token.lastSalePrice} />
    </span>
  )
}
