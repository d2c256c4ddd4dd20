import { useNavigation } from 'react-router'
import styles from './navigation-line.module.css'

/** A thin line under the app bar while the next page is on its way. */
export function NavigationLine() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div
      className={styles.line}
      data-busy={busy || undefined}
      role="progressbar"
      aria-hidden={!busy}
      aria-label="Loading page"
    />
  )
}
