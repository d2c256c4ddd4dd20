// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import CompareBar from '../../features/collections/compare/compare-bar.tsx'
import { DEFAULT_LANDING_VIEW } from '../../features/collections/list/landing-view.ts'
import { OrdersBanner } from '../../features/order-health/orders-banner.tsx'
import { staleOrder, staleOrders, YOU } from '../../features/order-health/testing/order-health-fixtures.ts'
import { SelectionBar } from '../../features/portfolio/items/selection-bar.tsx'
import { TokenDetail } from '../../features/token/token-detail.tsx'
import { WalletButton } from '../../features/wallet/dialogs/wallet-button.tsx'
import { renderSite } from '../../testing/render-site.tsx'
import { testingDetail } from '../../testing/testing-detail.ts'
import CollectionDock from '../collection/collection-dock.tsx'

const COLLECTION = { collectionId: `0x${'2'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }

/** Each component that docks a bar to act with, by its file. */
const BARS: Readonly<Record<string, ReactNode>> = {
  '../collection/collection-dock.tsx': <CollectionDock collection={COLLECTION} filter={{}} />,
  '../../features/collections/compare/compare-bar.tsx': (
    <CompareBar view={DEFAULT_LANDING_VIEW} onViewChange={() => {}} latest={(row) => row} />
  ),
  '../../features/portfolio/items/selection-bar.tsx': (
    <SelectionBar selected={2} actions={[]} onTraded={() => {}} onClear={() => {}} />
  ),
  '../../features/token/token-detail.tsx': <TokenDetail token={testingDetail({})} activity={null} place="page" />,
}
/** Is no bar to act with. */
const NOTICE = '../../features/order-health/orders-banner.tsx'

beforeEach(() => {
  localStorage.clear()
  // Nothing is laid out here.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
  walletSession.set((before) => ({ ...before, status: 'connected', address: YOU, walletName: 'Petra', balance: 1n }))
})
afterEach(() => {
  cleanup()
  walletSession.set(walletSession.initial)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let toggle: () => void
/** A page with the notice, whose bar comes and goes. */
function Page({ bar }: { bar: ReactNode }) {
  const [hasBar, setHasBar] = useState(false)
  toggle = () => setHasBar((before) => !before)
  return (
    <>
      <WalletButton />
      <OrdersBanner wallet={YOU} />
      {hasBar && bar}
    </>
  )
}

it('has a case for each bar that is docked', () => {
  const sources = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const docking = Object.keys(sources).filter((path) => /ref=\{[^}]*\bdockedBar\b/.test(sources[path] ?? ''))
  expect(docking.sort()).toEqual([...Object.keys(BARS), NOTICE].sort())
})

// @feature order-health.banner, shell.docked
it.each(Object.entries(BARS))('leaves the place of the notice to %s, and the account says it', async (_, bar) => {
  renderSite(<Page bar={bar} />, {
    ...staleOrders(() => [staleOrder()]),
    '/api/collection/nfts/sweep': () => ({ curve: [], items: [] }),
  })
  const notice = () => screen.queryByRole('status', { name: 'Your orders' })
  await expect.poll(notice).not.toBeNull()
  const alone = document.documentElement.style.getPropertyValue('--docked-height')
  expect(alone).toBe('52px')
  act(() => toggle())
  await expect.poll(notice).toBeNull()
  expect(document.documentElement.style.getPropertyValue('--docked-height')).toBe('52px')
  await userEvent.click(
    await screen.findByRole('button', { name: /^Wallet, balance/, description: '1 order needs attention' }),
  )
  await screen.findByRole('menuitem', { name: '1 order needs attention' })
  act(() => toggle())
  await expect.poll(notice).not.toBeNull()
})
