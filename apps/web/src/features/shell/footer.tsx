import type { ReactNode } from 'react'
import { useSite } from '../../lib/site.tsx'
import { AptPrice } from './apt-price.tsx'
import styles from './footer.module.css'
import { LedgerState } from './ledger-state.tsx'
import { MarketplaceStates } from './marketplace-states.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { SiteLinks } from './site-links.tsx'
import { ThemeButton } from './theme-button.tsx'

/** Live state, the marketplaces and how each is, the price of one APT, links, Lite or Pro, theme. */
export function Footer({ live }: { live: ReactNode }) {
  const { network } = useSite().config
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        {live}
        <LedgerState />
        <span className={styles.wide}>
          <MarketplaceStates />
        </span>
        <span className={styles.gap} />
        {network !== 'mainnet' && <span className={styles.network}>{network} network</span>}
        <AptPrice />
        <SiteLinks />
        <ModeSwitch />
        <ThemeButton />
      </div>
    </footer>
  )
}
