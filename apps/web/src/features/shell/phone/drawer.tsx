import { Switch } from '@opal/ui/controls/switch'
import { Sheet } from '@opal/ui/overlays/sheet'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '../../../app/site.tsx'
import { FOLLOWED_ACTION, runSiteAction } from '../../../shared/hooks/site-actions.ts'
import { MainLinks } from '../links/main-links.tsx'
import { SiteLinks } from '../links/site-links.tsx'
import { AptPrice } from '../status/apt-price.tsx'
import { LedgerState } from '../status/ledger-state.tsx'
import { MarketplaceStates } from '../status/marketplace-states.tsx'
import styles from './drawer.module.css'

export interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  live: ReactNode
}

/** All links and settings of the site, for small screens. @source docs/product/site.md#drawer */
export default function Drawer({ open, onOpenChange, live }: DrawerProps) {
  const { key } = useLocation()
  // Closes after a navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what ends it.
  useEffect(() => () => onOpenChange(false), [key])
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu" side="left">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are reached and pressed by keyboard; this closes after them. */}
      <nav className={styles.places} aria-label="Menu" onClick={() => onOpenChange(false)}>
        <MainLinks className={styles.place} />
        <button type="button" className={styles.place} onClick={() => runSiteAction(FOLLOWED_ACTION)}>
          Followed wallets
        </button>
      </nav>
      <Choices />
      <div className={styles.facts}>
        <p className={styles.line}>
          {live}
          <LedgerState />
        </p>
        <MarketplaceStates />
        <p className={styles.line}>
          <AptPrice />
        </p>
        <p className={styles.line}>
          <SiteLinks />
        </p>
      </div>
    </Sheet>
  )
}

function Choices() {
  const { preferences, theme, setPreference } = useSite()
  return (
    <div className={styles.choices}>
      <Switch
        label="Prices in USD"
        checked={preferences.currency === 'USD'}
        onCheckedChange={(on) => setPreference('currency', on ? 'USD' : 'APT')}
      />
      <Switch
        label="Light theme"
        checked={theme === 'light'}
        onCheckedChange={(on) => setPreference('theme', on ? 'light' : 'dark')}
      />
      <Switch
        label="Pro mode"
        checked={preferences.mode === 'pro'}
        onCheckedChange={(on) => setPreference('mode', on ? 'pro' : 'lite')}
      />
    </div>
  )
}
