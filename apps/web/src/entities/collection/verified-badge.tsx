import { BadgeCheck } from 'lucide-react'
import styles from './verified-badge.module.css'

/** Stands after the name of a collection on the operator's list. */
export function VerifiedBadge() {
  return (
    <span className={styles.mark} role="img" aria-label="Verified" title="Verified">
      <BadgeCheck aria-hidden="true" />
    </span>
  )
}
