import { Button } from '../controls/button.tsx'
import styles from './list-notes.module.css'

export interface MoreFailedProps {
  /** The retry is running. */
  busy: boolean
  onRetry(): void
}

/** An error with a retry button at the end of a list whose next page failed to load. */
export function MoreFailed({ busy, onRetry }: MoreFailedProps) {
  return (
    <div className={styles.note} role="alert">
      <span>Couldn’t load more.</span>
      <Button size="sm" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** A note at the end of a list that is too long for a browser to show the rest of it. */
export function ListFull() {
  return <div className={styles.note}>That’s as far as this list goes. Filter or sort it to see other rows.</div>
}
