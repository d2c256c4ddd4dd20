import { IconButton } from '@opal/ui/icon-button'
import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRate } from '../../lib/format/usd.ts'
import { useSite } from '../../lib/site.tsx'
import styles from './footer.module.css'

/** Live state, the marketplaces we read, the price of one APT, legal pages, theme. */
export function Footer({ live }: { live: ReactNode }) {
  const { config, marketplaces, usdRate, preferences, setPreference } = useSite()
  const dark = preferences.theme === 'dark'
  const venues = marketplaces.filter((marketplace) => marketplace.status !== 'absent')
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        {live}
        {venues.length > 0 && (
          <span className={styles.item}>Marketplaces: {venues.map(({ displayName }) => displayName).join(', ')}</span>
        )}
        <span className={styles.gap} />
        {config.network !== 'mainnet' && <span className={styles.network}>{config.network} network</span>}
        {usdRate !== null && <span className={styles.item}>APT {formatRate(usdRate)}</span>}
        <Link to="/terms-of-service" className={styles.link} target="_blank">
          Terms
        </Link>
        <Link to="/privacy-policy" className={styles.link} target="_blank">
          Privacy
        </Link>
        <IconButton
          label={dark ? 'Light theme' : 'Dark theme'}
          size="sm"
          onClick={() => setPreference('theme', dark ? 'light' : 'dark')}
        >
          {dark ? <Sun /> : <Moon />}
        </IconButton>
      </div>
    </footer>
  )
}
