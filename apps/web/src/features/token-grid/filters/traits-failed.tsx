import { Button } from '@opal/ui/controls/button'
import groupStyles from './filter-group.module.css'
import styles from './trait-filters.module.css'

export interface TraitsFailedProps {
  /** A sentence that says what could not be loaded. */
  sentence: string
  onRetry(): void
}

/** Replaces traits, or values of one, that could not be loaded. */
export function TraitsFailed({ sentence, onRetry }: TraitsFailedProps) {
  return (
    <div className={groupStyles.group} role="alert">
      <p className={styles.note}>{sentence}</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
