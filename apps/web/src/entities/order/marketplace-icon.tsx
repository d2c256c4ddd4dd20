import { useMarketplace } from '../../app/site.tsx'
import styles from './marketplace-icon.module.css'

/** Which marketplace a listing is on: its first letter in a ring, its name on hover. Our own is filled. */
export function MarketplaceIcon({ marketplace }: { marketplace: string | null }) {
  const venue = useMarketplace(marketplace)
  if (marketplace === null) return null
  const name = venue?.displayName ?? marketplace
  return (
    <span
      className={styles.mark}
      data-native={venue?.isNative || undefined}
      role="img"
      aria-label={`on ${name}`}
      title={name}
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
