// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  explainMetric,
  finishCommand,
  openConnect,
  openOrderHealth,
  openSignIn,
  openTrade,
} from '../../app/commands.ts'
import { addToCart, cart } from '../../entities/order/cart.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import OrderBook from '../../features/bids/order-book.tsx'
import {
  ASKS,
  BIDS,
  connect,
  HELD,
  level,
  OFFERS,
  OWN_BIDS,
  page,
  SHOWN,
  THEY,
} from '../../features/bids/testing/book-fixtures.ts'
import CartHost from '../../features/cart/cart-host.tsx'
import CommandPaletteHost from '../../features/command-palette/command-palette-host.tsx'
import { FlagButton } from '../../features/flags/flag-button.tsx'
import MetricDetailsHost from '../../features/metric-details/metric-details-host.tsx'
import NotificationsBell from '../../features/notifications/notifications-bell.tsx'
import OrderHealthHost from '../../features/order-health/order-health-host.tsx'
import ItemsTab from '../../features/portfolio/items/items-tab.tsx'
import { DEFAULT_PORTFOLIO_VIEW } from '../../features/portfolio/portfolio-view.ts'
import { OwnCost } from '../../features/portfolio/rows/own-cost.tsx'
import SessionHost from '../../features/session/session-host.tsx'
import { BottomBar } from '../../features/shell/phone/bottom-bar.tsx'
import { TokenDialogHost } from '../../features/token/dialog/token-dialog-host.tsx'
import { FiltersButton } from '../../features/token-grid/filters/filters-button.tsx'
import { TradingHost } from '../../features/trading/trading-host.tsx'
import { WalletHost } from '../../features/wallet/wallet-host.tsx'
import { ColumnsButton } from '../../shared/components/list-controls/columns-button.tsx'
import { FOLLOWED_ACTION, runSiteAction } from '../../shared/hooks/site-actions.ts'
import { type ApiAnswers, renderSite } from '../../testing/render-site.tsx'
import { ME, testingItem } from '../../testing/testing-item.ts'

// Every chunk of a dialog is missing, as without a connection, or after a release.
const missing = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('@opal/ui/overlays/sheet', missing)
vi.mock('../../features/bids/level-dialog.tsx', missing)
vi.mock('../../features/cart/cart-sheet.tsx', missing)
vi.mock('../../features/command-palette/command-palette.tsx', missing)
vi.mock('../../features/command-palette/followed-list.tsx', missing)
vi.mock('../../features/command-palette/shortcut-list.tsx', missing)
vi.mock('../../features/flags/flag-dialog.tsx', missing)
vi.mock('../../features/metric-details/metric-dialog.tsx', missing)
vi.mock('../../features/notifications/notifications-panel.tsx', missing)
vi.mock('../../features/order-health/loyalty-dialog.tsx', missing)
vi.mock('../../features/order-health/orders-dialog.tsx', missing)
vi.mock('../../features/portfolio/rows/own-cost-dialog.tsx', missing)
vi.mock('../../features/session/sign-in-dialog.tsx', missing)
vi.mock('../../features/shell/phone/drawer.tsx', missing)
vi.mock('../../features/token/dialog/token-dialog.tsx', missing)
vi.mock('../../features/token-grid/filters/filters-sheet.tsx', missing)
vi.mock('../../features/trading/trade-dialog.tsx', missing)
vi.mock('../../features/wallet/wallet-runtime.tsx', missing)
vi.mock('../../shared/components/list-controls/columns-menu.tsx', missing)

const TOKEN = testingItem(`0x${'1'.repeat(64)}`, { name: 'Stone' })
const TRADED = { ...TOKEN, marketplace: 'own', listingId: 'a', listedPrice: '100000000' }
const PATIENT = { timeout: 30_000 }
const NODE = {
  balance: async () => 0n,
  transaction: async () => ({ state: 'unknown' as const }),
  sequenceNumber: async () => 0n,
  transactionAt: async () => null,
  ledgerTimeMs: async () => null,
}
const press = async (name: string | RegExp) =>
  void fireEvent.click(await screen.findByRole('button', { name }, PATIENT))
const emptyPage = () => ({ data: [], nextCursor: null, total: 0 })

interface Opened {
  readonly page: ReactNode
  readonly open: () => unknown
  readonly answers?: ApiAnswers
  readonly at?: string
}

const EVERY_DIALOG: Readonly<Record<string, Opened>> = {
  'a trade': { page: <TradingHost node={NODE} />, open: () => openTrade({ kind: 'buy', tokens: [TRADED] }) },
  'an item': {
    page: <TokenDialogHost neighbours={[]} renderActivity={() => null} />,
    open: () => {},
    at: `/?collectionId=${TOKEN.collectionId}&tokenDataId=${TOKEN.tokenDataId}`,
  },
  'the cart': {
    page: <CartHost />,
    open: () => {
      addToCart([TRADED])
      return press('Cart, 1 item')
    },
  },
  'the commands': {
    page: <CommandPaletteHost />,
    open: () => fireEvent.keyDown(window, { key: 'k', ctrlKey: true }),
  },
  'the shortcuts': { page: <CommandPaletteHost />, open: () => fireEvent.keyDown(window, { key: '?' }) },
  'followed wallets': { page: <CommandPaletteHost />, open: () => runSiteAction(FOLLOWED_ACTION) },
  'a flag': { page: <FlagButton collectionId={TOKEN.collectionId} name="Stones" />, open: () => press('Flag Stones') },
  'a metric': {
    page: <MetricDetailsHost />,
    open: () =>
      explainMetric({ metric: 'collection.floor', subject: { collectionId: TOKEN.collectionId, name: 'Stones' } }),
  },
  alerts: { page: <NotificationsBell />, open: () => press('Alerts') },
  'stale orders': { page: <OrderHealthHost />, open: () => openOrderHealth('orders') },
  loyalty: { page: <OrderHealthHost />, open: () => openOrderHealth('loyalty') },
  'signing in': {
    page: <SessionHost />,
    open: () => openSignIn({ purpose: 'flag a collection', isAsked: false, done: () => {} }),
  },
  'a wallet': { page: <WalletHost />, open: () => openConnect() },
  'the phone’s menu': { page: <BottomBar live={null} />, open: () => press('Menu') },
  'the filters': {
    page: (
      <FiltersButton count={0} total={1} inSheet>
        filters
      </FiltersButton>
    ),
    open: () => press('Filters'),
  },
  'a table’s columns': {
    page: <ColumnsButton options={[{ id: 'a', header: 'Age', priority: 1 }]} hidden={[]} onHiddenChange={() => {}} />,
    open: () => press('Columns'),
  },
  'a cost': { page: <OwnCost wallet={ME} token={TOKEN} />, open: () => press('Set cost of Stone') },
  'held collections': {
    page: <ItemsTab wallet={ME} view={DEFAULT_PORTFOLIO_VIEW} onViewChange={() => {}} renderDialog={() => null} />,
    open: () => press('Collections'),
    answers: { [`/data/user/tokens/${ME}`]: emptyPage, [`/data/user/collections/${ME}`]: emptyPage },
  },
  'a level of bids': {
    page: <OrderBook collection={SHOWN} filter={{}} action={null} />,
    open: () => press(/^Match the bid at 1 APT, or sell 1/),
    answers: {
      [BIDS]: page([level('100000000', '2', 1)]),
      [OWN_BIDS]: page([]),
      [ASKS]: page([]),
      [OFFERS]: page([
        {
          collectionId: SHOWN.collectionId,
          price: '100000000',
          offerId: '0x1',
          remainingTokenAmount: '2',
          marketplace: 'own',
          contractAddress: SHOWN.collectionId,
          buyer: THEY,
          expiresAtSeconds: null,
          isPooled: false,
        },
      ]),
      [HELD]: (_, { searchParams }) =>
        searchParams.get('type') === 'unlisted' ? { data: [TOKEN], nextCursor: null, total: 1 } : emptyPage(),
    },
  },
}

beforeEach(() => connect())
afterEach(() => {
  cleanup()
  for (const name of ['openTrade', 'explainMetric', 'openOrderHealth', 'signIn', 'openConnect'] as const) {
    finishCommand(name)
  }
  cart.set([])
  localStorage.clear()
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

// @feature shell.missing-dialog
it.each(Object.keys(EVERY_DIALOG))('says that it is missing in its place, while the page stays: %s', async (name) => {
  const { page: host, open, answers = {}, at = '/' } = EVERY_DIALOG[name] as Opened
  renderSite(
    <>
      <p>the page</p>
      <Suspense fallback={null}>{host}</Suspense>
    </>,
    answers,
    undefined,
    { at },
  )
  await open()
  await screen.findByRole('dialog', { name: 'This didn’t load' }, PATIENT)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.getByText('the page')).toBeTruthy()
  for (const close of screen.getAllByRole('button', { name: 'Close' }).slice(0, 1)) fireEvent.click(close)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENT)
  expect(screen.getByText('the page')).toBeTruthy()
})
