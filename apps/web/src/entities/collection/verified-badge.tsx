import { BadgeCheck } from 'lucide-react'
import styles from './verified-badge.module.css'

/** Badge after the name of a collection that the operator has verified. */
export function VerifiedBadge() {
  return (
    <span className={styles.badge} role="img" aria-label="Verified" title="Verified">
      <BadgeCheck aria-hidden="true" />
    </span>
  )
}
