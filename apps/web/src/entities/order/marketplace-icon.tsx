import { useMarketplace } from '../../app/site.tsx'
import styles from './marketplace-icon.module.css'

/** A marketplace's first letter in a ring, its name on hover. The native marketplace's ring is filled. */
export function MarketplaceIcon({ marketplace }: { marketplace: string | null }) {
  const info = useMarketplace(marketplace)
  if (marketplace === null) return null
  const name = info?.displayName ?? marketplace
  return (
    <span
      className={styles.mark}
      data-native={info?.isNative || undefined}
      role="img"
      aria-label={`on ${name}`}
      title={name}
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
