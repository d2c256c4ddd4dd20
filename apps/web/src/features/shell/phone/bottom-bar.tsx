import { Activity, LayoutGrid, Search, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { focusSearch } from '../../../app/commands.ts'
import { PortfolioLink } from '../links/portfolio-link.tsx'
import styles from './bottom-bar.module.css'
import { MenuButton } from './menu-button.tsx'

/** Navigation on phones: Collection, Search, Activity, Portfolio, and the drawer. */
export function BottomBar({ live }: { live: ReactNode }) {
  return (
    <nav className={styles.bar} aria-label="Main, phone">
      <NavLink to="/" className={styles.link ?? ''} end>
        <LayoutGrid aria-hidden="true" />
        Collection
      </NavLink>
      <button type="button" className={styles.link} onClick={() => focusSearch()}>
        <Search aria-hidden="true" />
        Search
      </button>
      <NavLink to="/activity" className={styles.link ?? ''}>
        <Activity aria-hidden="true" />
        Activity
      </NavLink>
      <PortfolioLink className={styles.link ?? ''}>
        <UserRound aria-hidden="true" />
        Portfolio
      </PortfolioLink>
      <MenuButton className={styles.link} live={live}>
        Menu
      </MenuButton>
    </nav>
  )
}
