import { IconButton } from '@opal/ui/controls/icon-button'
import { Segmented } from '@opal/ui/controls/segmented'
import { Moon, Sun } from 'lucide-react'
import { type ReactNode, startTransition } from 'react'
import { useSite } from '../../../app/site.tsx'
import { ORDERS_ROOM_ID } from '../../../entities/order/orders-notice.ts'
import { SiteLinks } from '../links/site-links.tsx'
import { AptPrice } from '../status/apt-price.tsx'
import { LedgerState } from '../status/ledger-state.tsx'
import { MarketplaceStates } from '../status/marketplace-states.tsx'
import styles from './footer.module.css'

/** The footer: live status, marketplaces, room for a notice about one's own orders, APT price, links, Lite or Pro, theme. */
export function Footer({ live }: { live: ReactNode }) {
  const { network } = useSite().config
  return (
    <footer className={styles.footer} data-sticky="">
      <div className={styles.inner}>
        {live}
        <LedgerState />
        <span className={styles.wide}>
          <MarketplaceStates />
        </span>
        <div id={ORDERS_ROOM_ID} className={styles.room} />
        {network !== 'mainnet' && <span className={styles.network}>{network} network</span>}
        <AptPrice />
        <SiteLinks />
        <ModeSwitch />
        <ThemeButton />
      </div>
    </footer>
  )
}

/** Lite leaves out what one can buy without; Pro shows it. @source docs/product/site.md#lite-and-pro */
function ModeSwitch() {
  const { preferences, setPreference } = useSite()
  return (
    <Segmented
      label="Mode"
      size="sm"
      value={preferences.mode}
      // The page follows the pressed option.
      onValueChange={(mode) => startTransition(() => setPreference('mode', mode))}
      options={[
        { value: 'lite', content: 'Lite' },
        { value: 'pro', content: 'Pro' },
      ]}
    />
  )
}

/** Toggles between the dark and the light theme. */
function ThemeButton() {
  const { theme, setPreference } = useSite()
  const dark = theme === 'dark'
  return (
    <IconButton
      label={dark ? 'Light theme' : 'Dark theme'}
      size="sm"
      onClick={() => setPreference('theme', dark ? 'light' : 'dark')}
    >
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
