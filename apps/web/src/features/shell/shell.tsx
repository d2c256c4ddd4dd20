import { HydrationBoundary } from '@opal/ui/data/hydration-boundary'
import { FOCUS_FALLBACK } from '@opal/ui/overlays/focus/focus-region'
import { type ReactNode, Suspense } from 'react'
import { useMatches } from 'react-router'
import { FIRST_ITEM, useMainList } from '../../app/focus/focused-item.ts'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { Mounted } from '../../shared/components/mounted.tsx'
import { Footer } from './footer/footer.tsx'
import { AppBar } from './header/app-bar.tsx'
import { NavigationLine } from './header/navigation-line.tsx'
import { useAirdropLead } from './links/use-airdrop-lead.ts'
import { BottomBar } from './phone/bottom-bar.tsx'
import styles from './shell.module.css'
import { useTabStart } from './use-tab-start.ts'

const ConnectionLine = lazyPart(() => import('./phone/connection-line.tsx'))

/** Route of the wallets' pages, which keep the footer on phones. */
const WALLET_PAGE = 'routes/wallet'
/** Pages of a grid or a table: they take the width of the window. @source docs/product/site.md#page-width */
const WIDE_PAGES: ReadonlySet<string> = new Set([
  WALLET_PAGE,
  'routes/landing',
  'routes/collection',
  'routes/collections',
  'routes/activity',
  'routes/mints',
])

export interface ShellProps {
  search: ReactNode
  wallet: ReactNode
  live: ReactNode
  children: ReactNode
}

/** The frame around every page: app bar, the page, footer; on phones a bottom bar. */
export function Shell({ search, wallet, live, children }: ShellProps) {
  useAirdropLead()
  useTabStart()
  const routes = useMatches().map(({ id }) => id)
  const layout = routes.includes(WALLET_PAGE) ? 'portfolio' : 'default'
  const isWide = routes.some((id) => WIDE_PAGES.has(id))
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <SkipToItems />
      <AppBar search={search} wallet={wallet} live={live} />
      <NavigationLine />
      <div
        id="content"
        className={styles.content}
        {...FOCUS_FALLBACK}
        data-layout={layout}
        data-wide={isWide || undefined}
      >
        {children}
      </div>
      <HydrationBoundary>
        <Footer live={live} />
        <Mounted>
          <Suspense fallback={null}>
            <ConnectionLine />
          </Suspense>
        </Mounted>
        <BottomBar live={live} />
      </HydrationBoundary>
    </>
  )
}

/** A link past all that is above the page's list, while that has items. */
function SkipToItems() {
  const list = useMainList()
  return (
    list !== null && (
      <button type="button" className={styles.skip} onClick={FIRST_ITEM.run}>
        Skip to {withinSentence(list)}
      </button>
    )
  )
}

/** Returns a name as it is written within a sentence: "Bids made" as "bids made", "P&L by lot" as it is. */
function withinSentence(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
