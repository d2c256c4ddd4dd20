import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { AirdropLink } from '../links/airdrop-link.tsx'
import { LaunchpadLink } from '../links/mints-link.tsx'
import { PortfolioLink } from '../links/portfolio-link.tsx'
import { MenuButton } from '../phone/menu-button.tsx'
import styles from './app-bar.module.css'
import { CurrencyToggle } from './currency-toggle.tsx'
import { Mark } from './logo.tsx'

/** The bar at the top of every page. */
export function AppBar({ search, wallet, live }: { search: ReactNode; wallet: ReactNode; live: ReactNode }) {
  return (
    <header className={styles.bar} data-sticky="">
      <div className={styles.inner}>
        <Link to="/" className={styles.home} aria-label="Opal, home page">
          <Mark />
          <span className={styles.word}>Opal</span>
        </Link>
        <nav className={styles.links} aria-label="Main">
          <NavLink to="/#collections" className={styles.link ?? ''} end>
            Collection
          </NavLink>
          <PortfolioLink className={styles.link ?? ''}>Portfolio</PortfolioLink>
          <NavLink to="/activity" className={styles.link ?? ''}>
            Activity
          </NavLink>
          <AirdropLink className={styles.link ?? ''}>Airdrop</AirdropLink>
          <LaunchpadLink className={styles.link ?? ''} />
          <span className={styles.menu}>
            <MenuButton className={styles.link} live={live} />
          </span>
        </nav>
        <div className={styles.search}>{search}</div>
        <div className={styles.tools}>
          <CurrencyToggle />
          {wallet}
        </div>
      </div>
    </header>
  )
}
