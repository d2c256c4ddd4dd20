import '@opal/ui/theme/fonts.css'
import '@opal/ui/theme/tokens.css'
import '@opal/ui/theme/base.css'
import '@opal/ui/theme/forced-colors.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { ErrorPage, RequestReference } from './app/failures/error-page.tsx'
import { factsWanted } from './app/failures/page-failures.ts'
import { SITE_TITLE } from './app/head/page-head.ts'
import { PageStyles } from './app/head/page-styles.tsx'
import { nonceContext, publicConfigContext, requestIdContext } from './app/loading/load-context.ts'
import { prefetchWhenIdle } from './app/loading/prefetch-when-idle.ts'
import { createQueryClient } from './app/loading/query-client.ts'
import { loadSiteFacts } from './app/loading/site-facts.ts'
import { readPreferences } from './app/preferences.ts'
import { ReadyMark } from './app/ready-mark.tsx'
import { SiteProvider } from './app/site.tsx'
import { PAGE_COLORS, SYSTEM_THEME_SCRIPT } from './app/theme.ts'
import { STORED_WALLET_SCRIPT } from './entities/wallet/stored-wallet.ts'
import { renderTokenActivity } from './features/activity/activity-panel.tsx'
import { LiveChip } from './features/live/live-chip.tsx'
import { LiveHost } from './features/live/live-host.tsx'
import { SearchBox } from './features/search/search-box.tsx'
import { ToolsPlace } from './features/shell/header/tools-slot.tsx'
import { Shell } from './features/shell/shell.tsx'
import { WalletButton } from './features/wallet/dialogs/wallet-button.tsx'
import { loadMissingDialog } from './shared/components/lazy/lazy-dialog.tsx'
import { lazyPart } from './shared/components/lazy/lazy-part.tsx'
import { Mounted } from './shared/components/mounted.tsx'
import { useScrollRestoration } from './shared/hooks/scroll-restoration.ts'
import { useOnMount } from './shared/hooks/use-on-mount.ts'

/** Parts that a first click or key most often needs. */
const LIKELY_NEXT = [
  () => import('./features/search/search-popup.tsx'),
  () => import('./features/command-palette/command-palette.tsx'),
  () => import('./features/token/dialog/token-dialog.tsx'),
  () => import('@opal/ui/overlays/remote-tooltip'),
]

// Hosts that render nothing before a user acts are loaded after the first paint.
const RootTrading = lazyPart(() => import('./routes/root-trading.tsx'))
const WalletHost = lazyPart<object>(() =>
  import('./features/wallet/wallet-host.tsx').then((m) => ({ default: m.WalletHost })),
)
const Toaster = lazyPart(() => import('@opal/ui/feedback/toaster'))
const SessionHost = lazyPart(() => import('./features/session/session-host.tsx'))
const FavouritesHost = lazyPart(() => import('./features/favourites/favourites-host.tsx'))
const CommandPaletteHost = lazyPart(() => import('./features/command-palette/command-palette-host.tsx'))
const CartHost = lazyPart(() => import('./features/cart/cart-host.tsx'))
const HeaderRewards = lazyPart(() => import('./features/rewards/header-rewards.tsx'))
const NotificationsBell = lazyPart(() => import('./features/notifications/notifications-bell.tsx'))
const OpenedTokenHost = lazyPart(() => import('./features/token/dialog/opened-token-host.tsx'))
const OrderHealthHost = lazyPart(() => import('./features/order-health/order-health-host.tsx'))
const RecoveryHost = lazyPart(() => import('./features/recovery/recovery-host.tsx'))
const HintHost = lazyPart(() => import('@opal/ui/overlays/hint-host'))
const PageFocus = lazyPart(() => import('./app/focus/page-focus.tsx'))
const MetricDetailsHost = lazyPart(() => import('./features/metric-details/metric-details-host.tsx'))

export async function loader({ context, request }: LoaderFunctionArgs) {
  return {
    ...(await loadSiteFacts(context)),
    config: context.get(publicConfigContext),
    preferences: readPreferences(request.headers.get('cookie')),
    nonce: context.get(nonceContext),
    requestId: context.get(requestIdContext),
  }
}

/** Facts of the site are read once per document; again where the server could not have them. */
export const shouldRevalidate = () => factsWanted.get()

export const meta = () => [
  { title: SITE_TITLE },
  {
    name: 'description',
    content: 'Opal: browse and trade NFTs on Aptos, with the listings and bids of several marketplaces in one place.',
  },
]

/** The document around every page, also around one that failed. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  // Scripts that the browser has run no longer show their nonce, which must not count as a difference.
  const nonce = typeof window === 'undefined' ? data?.nonce : ''
  const theme = data?.preferences.theme ?? 'system'
  return (
    <html lang="en" data-theme={theme === 'light' ? 'light' : 'dark'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* An on-screen keyboard resizes the page, so that the buttons of a dialog stay above it. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="dark light" />
        {(theme === 'system' ? (['dark', 'light'] as const) : [theme]).map((one) => (
          <meta
            key={one}
            name="theme-color"
            media={theme === 'system' ? `(prefers-color-scheme: ${one})` : undefined}
            content={PAGE_COLORS[one]}
          />
        ))}
        {theme === 'system' && <HeadScript nonce={nonce}>{import.meta.env.SSR ? SYSTEM_THEME_SCRIPT : ''}</HeadScript>}
        <HeadScript nonce={nonce}>{import.meta.env.SSR ? STORED_WALLET_SCRIPT : ''}</HeadScript>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <PageStyles>
          <Links />
        </PageStyles>
      </head>
      <body>
        <RequestReference value={data?.requestId ?? null}>{children}</RequestReference>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** A script that runs before anything is painted. The browser has run it when the page hydrates, and does not load its text again. */
function HeadScript({ nonce, children }: { nonce: string | undefined; children: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: children }} />
}

export default function App() {
  const { config, marketplaces, rate, version, preferences } = useLoaderData<typeof loader>()
  const [queryClient] = useState(createQueryClient)
  // For performance measurements: from now on clicks have handlers.
  useEffect(() => {
    performance.mark('opal:hydrated')
  }, [])
  useEffect(() => factsWanted.set(marketplaces.length === 0), [marketplaces])
  useOnMount(() => void loadMissingDialog())
  useOnMount(() => void prefetchWhenIdle(window, LIKELY_NEXT))
  useScrollRestoration()
  return (
    <SiteProvider config={config} marketplaces={marketplaces} rate={rate} preferences={preferences}>
      <QueryClientProvider client={queryClient}>
        <Shell search={<SearchBox />} wallet={<WalletArea />} live={<LiveChip />}>
          <Outlet />
        </Shell>
        <LiveHost since={version} />
        <Mounted>
          <Suspense fallback={null}>
            <WalletHost />
            <RootTrading />
            <SessionHost />
            <FavouritesHost />
            <CommandPaletteHost />
            <OpenedTokenHost renderActivity={renderTokenActivity} />
            <OrderHealthHost />
            <MetricDetailsHost />
            <RecoveryHost />
            <HintHost />
            <PageFocus />
            <Toaster />
            <ReadyMark group="hosts" />
          </Suspense>
        </Mounted>
      </QueryClientProvider>
    </SiteProvider>
  )
}

function WalletArea() {
  return (
    <>
      <ToolsPlace>
        <Mounted>
          <Suspense fallback={null}>
            <CartHost />
            <HeaderRewards />
            <NotificationsBell />
            <ReadyMark group="tools" />
          </Suspense>
        </Mounted>
      </ToolsPlace>
      <WalletButton />
    </>
  )
}

/** Last resort, when a page's own boundary is not there or fails. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
