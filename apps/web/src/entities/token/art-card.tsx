import type { Token } from '@opal/contract/tokens'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../app/paths.ts'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import styles from './art-card.module.css'
import { RarityBadge } from './rarity-badge.tsx'

/** Height of a card's caption in px, border included, by its number of lines. */
export const CAPTION_HEIGHTS = { 2: 74, 3: 90 } as const

/** @source docs/product/site.md#eager-images */
const EAGER_CARDS = 20
/** CSS `sizes` of the image in the grid. */
const CARD_SIZES = '(max-width: 639px) 46vw, (max-width: 1079px) 200px, 256px'
/** Cards that a phone shows without scrolling. */
const URGENT_CARDS = 2

export interface ArtCardProps {
  token: Token
  /** Supply of its collection; 0 where it is unknown. */
  supply: number
  /** Position in the grid: the images of the first cards load eagerly. */
  index: number
  /** The token's name, or its distinctive part. */
  name: string
  /** After the name. */
  trailing: ReactNode
  /** A line between the name and the last; a card has three lines with it. */
  below?: ReactNode
  /** Over the image's right corner: an element with `data-pick` or `data-tick`. */
  corner?: ReactNode
  /** The last line: price and action. */
  children: ReactNode
  /** It is ticked, in the cart, or would be swept. */
  selected?: boolean
  /** It changed a moment ago. */
  highlighted?: boolean
  /** It no longer belongs to the list, and stays until the user stops interacting with it. */
  gone?: boolean
}

/** A token in a grid: image, rarity, name. A click anywhere opens the token dialog. */
export function ArtCard(props: ArtCardProps) {
  const { token, supply, index, name, trailing, below, corner, children, selected, highlighted, gone } = props
  const [search] = useSearchParams()
  return (
    <article
      className={styles.card}
      data-selected={selected || undefined}
      data-highlighted={highlighted || undefined}
      data-gone={gone || undefined}
    >
      <ResponsiveImage
        src={token.image}
        colour={token.imageFacts?.colour}
        fallback={token.collectionImage}
        alt={token.name}
        width={256}
        sizes={CARD_SIZES}
        eager={index < EAGER_CARDS}
        urgent={index < URGENT_CARDS}
        decorative
      >
        <RarityBadge rank={token.rarity} supply={supply} onImage aboveLink />
      </ResponsiveImage>
      {corner}
      <div className={styles.caption} data-lines={below === undefined ? undefined : 3}>
        <div className={styles.first}>
          <Link
            to={withTokenDialog(search, token.collectionId, token.tokenDataId)}
            preventScrollReset
            className={styles.name}
            title={token.name}
            dir="auto"
            data-card-link=""
          >
            {name}
          </Link>
          {trailing}
        </div>
        {below !== undefined && <span className={styles.below}>{below}</span>}
        <div className={styles.last}>{children}</div>
      </div>
    </article>
  )
}

/** Placeholder of a card while its token loads. */
export function ArtCardSkeleton({ lines }: { lines: keyof typeof CAPTION_HEIGHTS }) {
  return (
    <div className={styles.card}>
      <div className={styles.blank} />
      <div className={styles.caption} data-lines={lines}>
        <Skeleton width="60%" height="14px" />
        <Skeleton width="40%" height="14px" />
      </div>
    </div>
  )
}
