import { useNavigate } from 'react-router'
import { focusSearch, openAirdrop, openConnect, openDisconnect } from '../../app/commands.ts'
import { walletPath } from '../../app/paths.ts'
import { useSite } from '../../app/site.tsx'
import { pageSession, requireSession, signOutAction } from '../../entities/session/page-session.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { FOLLOWED_ACTION, type SiteAction, useSiteActions } from '../../shared/hooks/site-actions.ts'
import { useStore } from '../../shared/hooks/store.ts'

/** Registers the actions of every page: navigation, search, wallet, settings. */
export function useSiteWideActions(open: {
  readonly openShortcuts: () => void
  readonly openFollowed: () => void
}): void {
  const search: readonly SiteAction[] = [
    {
      id: 'search.focus',
      title: 'Search collections and wallets',
      group: 'Search',
      keys: '/',
      run: () => focusSearch(),
    },
  ]
  useSiteActions([
    ...search,
    ...useNavigationActions(),
    ...useWalletActions(open.openFollowed),
    ...useSettingActions(open.openShortcuts),
  ])
}

function useNavigationActions(): readonly SiteAction[] {
  const navigate = useNavigate()
  const address = useOwnAddress()
  const { launchpadUrl } = useSite().config
  const place = (id: string, title: string, to: string, keys?: string): SiteAction => ({
    id: `go.${id}`,
    title,
    group: 'Go to',
    ...(keys !== undefined && { keys }),
    run: () => void navigate(to),
  })
  const launch = () => window.open(launchpadUrl ?? '', '_blank', 'noreferrer')
  return [
    place('home', 'Home page', '/', 'g h'),
    place('collections', 'Collections', '/#collections', 'g c'),
    place('trending', 'Trending collections', '/?tab=trending#collections', 'g t'),
    place('favourites', 'Favorite collections', '/?tab=favourites#collections', 'g f'),
    {
      ...place('portfolio', 'Portfolio', address === null ? '/' : walletPath(address), 'g p'),
      ...(address === null && { run: () => openConnect() }),
    },
    place('activity', 'Activity', '/activity', 'g a'),
    { ...place('airdrop', 'Airdrop', '/airdrop', 'g r'), ...(address === null && { run: openAirdrop }) },
    place('minting', 'Launchpad', '/launchpad', 'g l'),
    ...(launchpadUrl === null
      ? []
      : [{ id: 'go.launchpad', title: 'Launchpad in a new tab', group: 'Go to' as const, run: () => void launch() }]),
    place('help', 'Help', '/help'),
    place('terms', 'Terms of service', '/terms-of-service'),
    place('privacy', 'Privacy policy', '/privacy-policy'),
    place('account-delete', 'Delete account', '/account-delete'),
  ]
}

function useWalletActions(openFollowed: () => void): readonly SiteAction[] {
  const { address } = useStore(walletSession)
  const { status } = useStore(pageSession)
  const signOut = useStore(signOutAction)
  const action = (id: string, title: string, run: () => void): SiteAction => ({
    id: `wallet.${id}`,
    title,
    group: 'Wallet',
    run,
  })
  return [
    address === null
      ? action('connect', 'Connect Wallet', () => openConnect())
      : action('disconnect', 'Disconnect Wallet', () => openDisconnect()),
    { ...action('followed', 'Followed wallets', openFollowed), id: FOLLOWED_ACTION },
    ...(status === 'signed-in'
      ? signOut === null
        ? []
        : [action('sign-out', 'Sign out', () => void signOut())]
      : [
          action(
            'sign-in',
            'Sign in with your wallet',
            () => void requireSession('keep your favorites with your wallet and flag collections'),
          ),
        ]),
  ]
}

function useSettingActions(openShortcuts: () => void): readonly SiteAction[] {
  const { preferences, theme, setPreference } = useSite()
  const { currency, mode, view } = preferences
  const choice = (id: string, title: string, keywords: string, run: () => void): SiteAction => ({
    id: `choose.${id}`,
    title,
    group: 'Settings',
    keywords,
    run,
  })
  return [
    choice('currency', `Show prices in ${currency === 'APT' ? 'USD' : 'APT'}`, 'currency dollars aptos', () =>
      setPreference('currency', currency === 'APT' ? 'USD' : 'APT'),
    ),
    choice('theme', `${theme === 'dark' ? 'Light' : 'Dark'} theme`, 'color colour appearance', () =>
      setPreference('theme', theme === 'dark' ? 'light' : 'dark'),
    ),
    choice('mode', `${mode === 'pro' ? 'Lite' : 'Pro'} mode`, 'simple depth analytics', () =>
      setPreference('mode', mode === 'pro' ? 'lite' : 'pro'),
    ),
    choice('view', `Items as ${view === 'grid' ? 'table' : 'grid'}`, 'list layout', () => {
      const layout = view === 'grid' ? 'table' : 'grid'
      setPreference('view', layout)
      setPreference('holdings', layout)
    }),
    { ...choice('shortcuts', 'Keyboard shortcuts', 'keys help hotkeys', openShortcuts), keys: '?' },
  ]
}
