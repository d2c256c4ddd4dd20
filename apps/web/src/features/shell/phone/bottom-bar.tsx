import { Activity, LayoutGrid, Menu, Search, UserRound, WifiOff } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { NavLink } from 'react-router'
import { focusSearch } from '../../../app/commands.ts'
import { lazyDialog } from '../../../shared/components/lazy/lazy-dialog.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { liveStatus } from '../../../shared/realtime/live-bus.ts'
import { PortfolioLink } from '../links/portfolio-link.tsx'
import styles from './bottom-bar.module.css'

const Drawer = lazyDialog(
  () => import('./drawer.tsx'),
  ({ onOpenChange }) => onOpenChange(false),
  ({ open }) => open,
)

/** Navigation on phones: Collection, Search, Activity, Portfolio, and the drawer, whose button shows a lost connection. */
export function BottomBar({ live }: { live: ReactNode }) {
  const [open, setOpen] = useState<boolean | null>(null)
  const isCut = useStore(liveStatus).state === 'reconnecting'
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
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        aria-label={isCut ? 'Menu, connection lost' : undefined}
        onClick={() => setOpen(true)}
      >
        {isCut ? <WifiOff className={styles.cut} aria-hidden="true" /> : <Menu aria-hidden="true" />}
        Menu
      </button>
      <span className={styles.status} role="status">
        {isCut ? 'Connection lost. Prices may be out of date.' : ''}
      </span>
      {open !== null && (
        <Suspense fallback={null}>
          <Drawer open={open} onOpenChange={setOpen} live={live} />
        </Suspense>
      )}
    </nav>
  )
}
