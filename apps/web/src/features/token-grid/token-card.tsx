import type { Token } from '@opal/contract/tokens'
import { Badge } from '@opal/ui/data/badge'
import { memo } from 'react'
import { LazyCartToggle } from '../../entities/order/lazy-cart-toggle.tsx'
import { type Mark, useMark } from '../../entities/order/marked-tokens.ts'
import { MarketplaceIcon } from '../../entities/order/marketplace-icon.tsx'
import { ArtCard } from '../../entities/token/art-card.tsx'
import { useBuyable } from '../../entities/token/use-buyable.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { LivePrice } from '../../shared/components/live-price.tsx'
import { Price } from '../../shared/components/price.tsx'
import { tokenNumber } from '../../shared/format/name.ts'
import styles from './token-card.module.css'
import { TradeButton } from './trade-button.tsx'
import { ViewerPrice } from './viewer-price.tsx'

export interface TokenCardProps {
  token: Token
  /** Supply of its collection. */
  supply: number
  index: number
  highlighted: boolean
  /** It no longer belongs to the list, and stays until the reader looks away. */
  gone: boolean
}

/**
 * A collection's token in the grid: its image, number, price, and its actions. Memoised, so that it does not render while others
 * come and go: a long grid that is scrolled renders the cards that come near, and no other.
 */
export const TokenCard = memo(function TokenCard({ token, supply, index, highlighted, gone }: TokenCardProps) {
  const mark = useMark(token.tokenDataId)
  return (
    <ArtCard
      token={token}
      supply={supply}
      index={index}
      name={tokenNumber(token.name)}
      trailing={<MarketplaceIcon marketplace={token.marketplace} />}
      selected={mark !== null}
      corner={<Pick token={token} mark={mark} />}
      highlighted={highlighted}
      gone={gone}
    >
      <ViewerPrice token={token}>
        <PriceLine token={token} />
      </ViewerPrice>
      <TradeButton token={token} size="sm" variant="primary" short />
    </ArtCard>
  )
})

/** The checkbox that puts a token into the cart; during a sweep it marks what the sweep would buy. The viewer's own tokens have a badge instead. */
function Pick({ token, mark }: { token: Token; mark: Mark | null }) {
  const viewer = useOwnAddress()
  const isBuyable = useBuyable()
  if (viewer !== null && token.owner?.walletAddress === viewer) return <Own />
  if (!isBuyable(token)) return null
  return (
    <span
      className={styles.pick}
      data-pick=""
      data-mark={mark ?? undefined}
      title={mark === 'sweep' ? 'In your sweep' : undefined}
    >
      <LazyCartToggle token={token} ticked={mark === 'sweep'} />
    </span>
  )
}

/** Says that a token is the viewer's, which no sweep takes. */
function Own() {
  return (
    <span className={styles.own} data-pick="">
      <Badge>You</Badge>
    </span>
  )
}

function PriceLine({ token }: { token: Token }) {
  if (token.listedPrice !== null) return <LivePrice octas={token.listedPrice} className={styles.price} />
  if (token.lastSalePrice === null) return <span className={styles.quiet}>Not listed</span>
  return (
    <span className={styles.quiet}>
      Last <Price octas={token.lastSalePrice} />
    </span>
  )
}
