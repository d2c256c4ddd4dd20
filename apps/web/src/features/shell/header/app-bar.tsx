import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MainLinks } from '../links/main-links.tsx'
import { MenuButton } from '../phone/menu-button.tsx'
import styles from './app-bar.module.css'
import { CurrencyToggle } from './currency-toggle.tsx'
import { Logo } from './logo.tsx'

/** The bar at the top of every page. */
export function AppBar({ search, wallet, live }: { search: ReactNode; wallet: ReactNode; live: ReactNode }) {
  return (
    <header className={styles.bar} data-sticky="">
      <div className={styles.inner}>
        <Link to="/" className={styles.home} aria-label="Opal, home page">
          <Logo />
          <span className={styles.word}>Opal</span>
        </Link>
        <nav className={styles.links} aria-label="Main">
          <MainLinks className={styles.link} />
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
