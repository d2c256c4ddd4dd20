import { pressLink } from '../../shared/components/above-link.tsx'
import styles from './rarity-badge.module.css'

/** @source docs/product/display.md#rarity-tiers */
const TIERS = [
  { upTo: 100, tier: 'top-1' },
  { upTo: 1000, tier: 'top-15' },
  { upTo: 2000, tier: 'top-25' },
] as const

export interface RarityBadgeProps {
  /** 1 is the rarest; null when the collection was not ranked. */
  rank: number | null
  /** Supply of its collection, for the percentage in its hint; 0 where it is unknown. */
  supply: number
  /** It lies on an image and needs a background of its own. */
  onImage?: boolean
  /** It lies above the link of its card or row, and passes clicks on to it. */
  aboveLink?: boolean
  /** The focus stops at it: there is no link in its row or card that shows its hint. */
  focusable?: boolean
}

/** A token's rarity rank; renders nothing for collections without ranks. */
export function RarityBadge({ rank, supply, onImage, aboveLink = false, focusable = false }: RarityBadgeProps) {
  if (rank === null) return null
  const share = supply === 0 ? '' : `, TOP ${Math.max(1, Math.ceil((rank * 100) / supply))}%`
  return (
    // Keyboards and screen readers use the link itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: it forwards clicks to the link below it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span
      className={styles.badge}
      // A column's header says what the number is, an image does not.
      {...(onImage && { role: 'img', 'aria-label': `Rarity rank ${rank}` })}
      onClick={aboveLink ? pressLink : undefined}
      data-tier={tierOf(rank)}
      data-on-image={onImage || undefined}
      data-above={aboveLink || undefined}
      title={`Rarity rank ${rank}${share}`}
      data-hint=""
      tabIndex={focusable ? 0 : undefined}
    >
      {rank}
    </span>
  )
}

/** The mark of a rank's tier, for legends. */
export function RarityMark({ rank }: { rank: number }) {
  return <span className={styles.badge} data-tier={tierOf(rank)} aria-hidden="true" />
}

function tierOf(rank: number): string {
  return TIERS.find(({ upTo }) => rank <= upTo)?.tier ?? 'normal'
}
