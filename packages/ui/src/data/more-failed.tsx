import { Button } from '../controls/button.tsx'
import styles from './more-failed.module.css'

export interface MoreFailedProps {
  /** It is being asked again. */
  busy: boolean
  onRetry(): void
}

/** Stands at the end of a list whose next rows did not come: says so, and asks again. */
export function MoreFailed({ busy, onRetry }: MoreFailedProps) {
  return (
    <div className={styles.note} role="alert">
      <span>More could not be loaded.</span>
      <Button size="sm" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
