import type { ReservedListing } from '@opal/contract/portfolio/reserved-listings'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME, NO_TERMS, testingItem, testingListing } from '../../../testing/testing-item.ts'
import BidsTab from '../bids/bids-tab.tsx'
import { DEFAULT_PORTFOLIO_VIEW, type PortfolioView } from '../portfolio-view.ts'
import { bidOf } from '../testing/testing-bid.ts'
import { ReservedListings } from './reserved-listings.tsx'
import ReservedNotice from './reserved-notice.tsx'

// @vitest-environment happy-dom
const PATH = `/data/user/listings/reserved/${ME}`
const SELLER = `0x${'5e'.repeat(32)}`
const ID = `0x${'7'.repeat(64)}`
const TERMS = {
  ...NO_TERMS,
  startPrice: '900000000',
  endPrice: '150000000',
  fallsFromSeconds: '1',
  fallsUntilSeconds: '4000000000',
  nextChangeSeconds: '3000000000',
  reservedFor: ME,
}

function reserved(price: string): ReservedListing {
  const listing = { marketplace: 'own', seller: SELLER, price, propertyVersion: '3', validity: 'reserved' as const }
  const owner = { walletAddress: SELLER, aptosName: null, isWalletAddress: true }
  return {
    token: testingItem(ID, { name: 'Stone #7', owner }),
    listing: testingListing(ID, { ...listing, terms: TERMS }),
  }
}

const open = (rows: () => readonly ReservedListing[]) =>
  renderSite(
    <>
      <ReservedNotice wallet={ME} collection={null} isOpen onPress={() => {}} />
      <ReservedListings wallet={ME} collection={null} isOpen />
    </>,
    {
      [PATH]: () => ({ data: rows(), nextCursor: null }),
      '/data/user/names': () => ({
        data: [{ wallet_address: SELLER, name: 'mara-of-the-north.apt', is_wallet_address: true }],
      }),
    },
  )

afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

// @feature format.names, portfolio.reserved
it('lists what is reserved with seller, price and terms, and lets its buyer alone buy it', async () => {
  open(() => [reserved('200000000')])
  const section = within(await screen.findByRole('region', { name: 'Reserved for this wallet' }))
  await section.findByRole('link', { name: 'mara-of-the-north.apt' })
  section.getByTitle('Stone #7')
  // Phones have no column for it.
  expect(section.getByTitle('Stone #7').closest('td')?.textContent).toContain('From mara-of-the-…apt')
  section.getByTitle('2 APT')
  expect(section.getAllByText(/^Falls to 1\.5 APT/).length).toBeGreaterThan(0)
  expect(section.queryByRole('button', { name: 'Buy Stone #7' })).toBeNull()
  cleanup()
  walletSession.set((before) => ({ ...before, address: ME }))
  open(() => [reserved('200000000')])
  await screen.findByRole('region', { name: 'Reserved for you' })
  fireEvent.click(screen.getByRole('button', { name: 'Buy Stone #7' }))
  const { listingId } = reserved('1').listing
  const token = { tokenDataId: ID, marketplace: 'own', listingId, listedPrice: '200000000', listedPropertyVersion: '3' }
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'buy', tokens: [token] })
})

// @feature portfolio.reserved
it('takes no place where nothing is reserved, and follows live messages', async () => {
  const asked = vi.fn()
  let rows: readonly ReservedListing[] = []
  open(() => {
    asked()
    return rows
  })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByRole('table')).toBeNull()
  const message = { id: '1', version: '1', at: '1', collectionId: reserved('1').token.collectionId } as const
  rows = [reserved('200000000')]
  const activity = { kind: 'list', tokenDataId: ID, from: SELLER, to: null } as never
  act(() => deliverLive({ ...message, kind: 'activity', activity }))
  await screen.findByTitle('2 APT')
  rows = [reserved('190000000')]
  act(() => deliverLive({ ...message, kind: 'listings_change' }))
  await screen.findByTitle('1.9 APT')
  // Once, and once for each event.
  expect(asked).toHaveBeenCalledTimes(3)
})

// @feature portfolio.reserved
it.each([
  ['bids', () => ({ data: [bidOf({ total: '1' })], nextCursor: null })],
  ['no bids', () => ({ data: [], nextCursor: null })],
  [
    'bids that could not be loaded',
    () => {
      throw new ApiFailure(503, 'down')
    },
  ],
])('are folded into the line above the bids received, which they push down on request alone: %s', async (_, bids) => {
  walletSession.set((before) => ({ ...before, address: ME }))
  function Tab() {
    const [view, setView] = useState<PortfolioView>({ ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-received' })
    return <BidsTab wallet={ME} type="received" view={view} onViewChange={setView} />
  }
  renderSite(<Tab />, {
    [PATH]: () => ({ data: [reserved('200000000')], nextCursor: null }),
    [`/data/user/biddings/${ME}`]: bids,
  })
  const fold = await screen.findByRole('button', { name: '1 item reserved for you', expanded: false })
  const isShown = () => screen.queryByRole('region', { name: 'Reserved for you' }) !== null
  expect(isShown()).toBe(false)
  fireEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect(isShown()).toBe(true)
  // What it opens is below it.
  expect(fold.compareDocumentPosition(screen.getByRole('region', { name: 'Reserved for you' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  fireEvent.click(fold)
  expect(isShown()).toBe(false)
})
