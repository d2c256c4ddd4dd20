import { BadgeCheck } from 'lucide-react'
import styles from './verified-badge.module.css'

export interface VerifiedBadgeProps {
  /** It ends the text of a name, which leaves it room at the end of each line. */
  inText?: boolean
}

/** Badge after the name of a collection that the operator has verified. */
export function VerifiedBadge({ inText = false }: VerifiedBadgeProps) {
  return (
    <span className={styles.badge} data-in-text={inText || undefined} role="img" aria-label="Verified" title="Verified">
      <BadgeCheck aria-hidden="true" />
    </span>
  )
}
