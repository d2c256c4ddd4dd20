import { ArrowUpRight } from 'lucide-react'
import { useSite } from '../../app/site.tsx'
import styles from './launch-note.module.css'

/** Link to the configured launchpad; renders nothing without one. */
export function LaunchNote() {
  const { launchpadUrl } = useSite().config
  if (launchpadUrl === null) return null
  return (
    <a href={launchpadUrl} className={styles.note} target="_blank" rel="noreferrer">
      <span>
        <strong>Launch a no-code collection</strong>
        <span className={styles.place}>{new URL(launchpadUrl).host} opens in a new tab</span>
      </span>
      <ArrowUpRight aria-hidden="true" />
    </a>
  )
}
