import type { Token } from '@opal/contract/shapes/token'
import { Skeleton } from '@opal/ui/skeleton'
import { memo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Flash } from '../../lib/flash.tsx'
import { tokenNumber } from '../../lib/format/name.ts'
import { withTokenDialog } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import { Price } from '../../lib/price.tsx'
import { RarityBadge } from '../../lib/rarity-badge.tsx'
import { VenueMark } from '../../lib/venue-mark.tsx'
import styles from './token-card.module.css'
import { TradeButton } from './trade-button.tsx'

/** Height in px of what a card has under its picture. */
export const CARD_CAPTION_HEIGHT = 74
/** @source spec, section 9 "first 20 rows or cards load images at once" */
const EAGER_CARDS = 20
/** As the grid lays cards out. */
const CARD_SIZES = '(max-width: 639px) 46vw, (max-width: 1079px) 200px, 256px'
/** What a phone shows without scrolling. */
const URGENT_CARDS = 2

export interface TokenCardProps {
  token: Token
  index: number
  highlighted: boolean
  /** It no longer belongs to the list, and stays until the reader looks away. */
  gone?: boolean
  /** In places that mix collections the whole name is shown, otherwise from its # on. */
  fullName?: boolean
}

/**
 * A token in a grid: its picture, name, price, and what one can do with it. Kept as it is while others come and go:
 * a long grid that is scrolled renders the cards that come near, and no other.
 */
export const TokenCard = memo(function TokenCard(props: TokenCardProps) {
  const { token, index, highlighted, gone = false, fullName = false } = props
  const [search] = useSearchParams()
  return (
    <article className={styles.card} data-highlighted={highlighted || undefined} data-gone={gone || undefined}>
      <div className={styles.art}>
        <Picture
          src={token.image}
          colour={token.imageFacts?.colour}
          fallback={token.collectionImage}
          alt={token.name}
          width={256}
          sizes={CARD_SIZES}
          eager={index < EAGER_CARDS}
          urgent={index < URGENT_CARDS}
          decorative
        />
        <div className={styles.badges}>
          <RarityBadge rank={token.rarity} onPicture />
        </div>
      </div>
      <div className={styles.caption}>
        <div className={styles.first}>
          <Link
            to={withTokenDialog(search, token.collectionId, token.tokenDataId)}
            preventScrollReset
            className={styles.name}
            title={token.name}
          >
            {fullName ? token.name : tokenNumber(token.name)}
          </Link>
          <VenueMark marketplace={token.marketplace} />
        </div>
        <div className={styles.second}>
          <PriceLine token={token} />
          <span className={styles.action}>
            <TradeButton token={token} size="sm" variant="primary" short />
          </span>
        </div>
      </div>
    </article>
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

/** A card's place while its token is on its way. */
export function TokenCardSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.blank} />
      <div className={styles.caption}>
        <Skeleton width="60%" height="14px" />
        <Skeleton width="40%" height="14px" />
      </div>
    </div>
  )
}
