import type { PortfolioToken } from '@opal/contract/shapes/portfolio-token'
import { Checkbox } from '@opal/ui/checkbox'
import { Skeleton } from '@opal/ui/skeleton'
import { Link, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import { RarityBadge } from '../../lib/rarity-badge.tsx'
import { Cost } from './cost.tsx'
import { ItemAction } from './item-action.tsx'
import { ListPrice } from './item-columns.tsx'
import styles from './items.module.css'
import { itemKeyOf, ownListingOf } from './to-trade-token.ts'
import type { Selection } from './use-selection.ts'

/** Height in px of what a card has under its picture. */
export const CARD_CAPTION_HEIGHT = 90
/** @source spec 001, section 9 "first 20 rows or cards load images at once" */
const EAGER_CARDS = 20

export interface ItemCardProps {
  token: PortfolioToken
  index: number
  /** Null where nothing can be ticked: the portfolio is somebody else's. */
  selection: Selection<PortfolioToken> | null
}

/** An item of a portfolio in the grid. */
export function ItemCard({ token, index, selection }: ItemCardProps) {
  const [search] = useSearchParams()
  const isSelected = selection?.has(itemKeyOf(token)) ?? false
  return (
    <article className={styles.card} data-selected={isSelected || undefined}>
      <div className={styles.art}>
        <Picture
          src={token.image}
          fallback={token.collectionImage}
          alt={token.name}
          width={256}
          eager={index < EAGER_CARDS}
          decorative
        />
        <div className={styles.badges}>
          <RarityBadge rank={token.rarity} onPicture />
        </div>
      </div>
      {selection !== null && (
        <div className={styles.tick}>
          <Checkbox
            label={`Select ${token.name}`}
            checked={isSelected}
            onCheckedChange={(on, withShift) => selection.toggle(token, on, withShift)}
          />
        </div>
      )}
      <div className={styles.caption}>
        <span className={styles.line}>
          <Link
            to={withTokenDialog(search, token.collectionId, token.tokenDataId)}
            preventScrollReset
            className={styles.name}
            title={token.name}
          >
            {token.name}
          </Link>
          {token.held !== '1' && <span className={styles.held}>×{token.held}</span>}
        </span>
        <span className={styles.collection}>{token.collectionName}</span>
        <div className={styles.second}>
          {ownListingOf(token) === null ? (
            <span className={styles.quiet}>
              Cost <Cost octas={token.costPrice} />
            </span>
          ) : (
            <ListPrice token={token} />
          )}
          <span className={styles.above}>
            <ItemAction token={token} isOwn={selection !== null} />
          </span>
        </div>
      </div>
    </article>
  )
}

/** A card's place while its item is on its way. */
export function ItemCardSkeleton() {
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
