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
  /** Tokens of its collection, for the tooltip's share; 0 where it is not known yet. */
  supply: number
  /** It lies on a picture, so it brings a ground of its own. */
  onPicture?: boolean
}

/** A token's rank by rarity. Nothing for collections that were not ranked. */
export function RarityBadge({ rank, supply, onPicture = false }: RarityBadgeProps) {
  if (rank === null) return null
  const tier = TIERS.find(({ upTo }) => rank <= upTo)?.tier ?? 'normal'
  const share = supply === 0 ? '' : `, TOP ${Math.max(1, Math.ceil((rank * 100) / supply))}%`
  return (
    <span
      className={styles.badge}
      data-tier={tier}
      data-on-picture={onPicture || undefined}
      title={`Rarity rank ${rank}${share}`}
    >
      <span aria-hidden="true">◆</span> {rank}
    </span>
  )
}
