import type { Token } from '@opal/contract/tokens'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../app/paths.ts'
import { AboveLink } from '../../shared/components/above-link.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import styles from './art-card.module.css'
import { RarityBadge } from './rarity-badge.tsx'

/** What a card has under its picture in px, its border included, by how many lines that are. */
export const CAPTION_HEIGHTS = { 2: 74, 3: 90 } as const

/** @source docs/product/site.md#eager-images */
const EAGER_CARDS = 20
/** As the grid lays cards out. */
const CARD_SIZES = '(max-width: 639px) 46vw, (max-width: 1079px) 200px, 256px'
/** What a phone shows without scrolling. */
const URGENT_CARDS = 2

export interface ArtCardProps {
  token: Token
  /** Of its collection; null where it is not known. */
  supply: number
  /** Place in the grid: the first ones are fetched first. */
  index: number
  /** The token's name, or a part of it where the rest goes without saying. */
  name: string
  /** After the name. */
  beside: ReactNode
  /** A line between the name and the last; a card has three lines with it. */
  below?: ReactNode
  /** Over the picture's right corner. */
  corner?: ReactNode
  /** The last line: what it costs and what one can do. */
  children: ReactNode
  selected?: boolean
  /** Something just happened to it. */
  highlighted?: boolean
  /** It no longer belongs to the list, and stays until the reader looks away. */
  gone?: boolean
}

/** A token in a grid: picture, rarity, name. The whole card opens the token over the page. */
export function ArtCard(props: ArtCardProps) {
  const { token, supply, index, name, beside, below, corner, children, selected, highlighted, gone } = props
  const [search] = useSearchParams()
  return (
    <article
      className={styles.card}
      data-selected={selected || undefined}
      data-highlighted={highlighted || undefined}
      data-gone={gone || undefined}
    >
      <div className={styles.art}>
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
        />
        <div className={styles.badges}>
          <AboveLink>
            <RarityBadge rank={token.rarity} supply={supply} onPicture />
          </AboveLink>
        </div>
      </div>
      {corner !== undefined && <div className={styles.corner}>{corner}</div>}
      <div className={styles.caption} data-lines={below === undefined ? undefined : 3}>
        <div className={styles.first}>
          <Link
            to={withTokenDialog(search, token.collectionId, token.tokenDataId)}
            preventScrollReset
            className={styles.name}
            title={token.name}
          >
            {name}
          </Link>
          {beside}
        </div>
        {below !== undefined && <span className={styles.below}>{below}</span>}
        <div className={styles.last}>{children}</div>
      </div>
    </article>
  )
}

/** A card's place while its token is on its way. */
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
