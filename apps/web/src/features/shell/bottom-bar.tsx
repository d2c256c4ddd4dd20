import { Activity, Gift, LayoutGrid, Search, UserRound } from 'lucide-react'
import { NavLink } from 'react-router'
import { focusSearch } from '../../lib/focus-search.ts'
import { AirdropLink } from './airdrop-link.tsx'
import styles from './bottom-bar.module.css'
import { PortfolioLink } from './portfolio-link.tsx'

/** The phone's way around: Collections, Search, Activity, Airdrop, Portfolio. */
export function BottomBar() {
  return (
    <nav className={styles.bar} aria-label="Main, phone">
      <NavLink to="/" className={styles.link ?? ''} end>
        <LayoutGrid aria-hidden="true" />
        Collections
      </NavLink>
      <button type="button" className={styles.link} onClick={focusSearch}>
        <Search aria-hidden="true" />
        Search
      </button>
      <NavLink to="/activity" className={styles.link ?? ''}>
        <Activity aria-hidden="true" />
        Activity
      </NavLink>
      <AirdropLink className={styles.link ?? ''}>
        <Gift aria-hidden="true" />
        Airdrop
      </AirdropLink>
      <PortfolioLink className={styles.link ?? ''}>
        <UserRound aria-hidden="true" />
        Portfolio
      </PortfolioLink>
    </nav>
  )
}
