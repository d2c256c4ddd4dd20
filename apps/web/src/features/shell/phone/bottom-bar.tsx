import { Activity, LayoutGrid, Search, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { focusSearch } from '../../../app/commands.ts'
import { CollectionLink } from '../links/collection-link.tsx'
import { PortfolioLink } from '../links/portfolio-link.tsx'
import styles from './bottom-bar.module.css'
import { MenuButton } from './menu-button.tsx'

/** Navigation on phones: Collection, Search, Activity, Portfolio, and the drawer. */
export function BottomBar({ live }: { live: ReactNode }) {
  return (
    <nav className={styles.bar} aria-label="Main, phone">
      <CollectionLink to="/" className={styles.link ?? ''}>
        <LayoutGrid aria-hidden="true" />
        Collection
      </CollectionLink>
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
