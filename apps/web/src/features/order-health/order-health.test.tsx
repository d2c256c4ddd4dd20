import type { MarketplaceInfo } from '@opal/contract/network'
import type { StaleOrder } from '@opal/contract/order-health'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand, openOrderHealth } from '../../app/commands.ts'
import { ORDERS_ROOM_ID, ordersNotice } from '../../entities/order/orders-notice.ts'
import { storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { type WalletSession, walletSession } from '../../entities/wallet/wallet-session.ts'
import { type ApiAnswers, renderSite } from '../../testing/render-site.tsx'
import { testingItem, testingListing } from '../../testing/testing-item.ts'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import LoyaltyDialog from './loyalty-dialog.tsx'
import { MarketplaceOrders } from './marketplace-orders.tsx'
import OrderHealthHost from './order-health-host.tsx'
import { OrdersBanner } from './orders-banner.tsx'

// @vitest-environment happy-dom
const YOU = `0x${'a'.repeat(64)}`
const PATIENT = { timeout: 15_000 }

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  finishCommand('openOrderHealth')
  finishCommand('openConnect')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

const loyalty = (loyaltyPoints: 0 | 100): ApiAnswers => ({
  [`/data/user/check-loyalty/${YOU}`]: () => ({ loyaltyPoints }),
  [`/api/user/check-loyalty/${YOU}`]: () => ({ loyaltyPoints }),
})

// @feature loyalty.full
it('congratulates a wallet whose listings are all on Opal, and offers nothing to move', async () => {
  renderSite(<LoyaltyDialog wallet={YOU} onClose={() => {}} />, loyalty(100))
  await screen.findByRole('dialog', { name: 'Maximize your season 1 reward' }, PATIENT)
  await screen.findByText('Congratulation!', {}, PATIENT)
  expect(screen.getByRole('meter', { name: 'Your Loyalty Score' }).getAttribute('aria-valuenow')).toBe('100')
  screen.getByText('No Nfts')
})

// @feature wallet.asked-for
it.each(['waiting', 'restoring', 'connecting'] as const)(
  'waits for the wallet of the last visit: %s',
  async (status) => {
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0x00' })
    const be = (next: WalletSession['status']) =>
      walletSession.set((before) => ({ ...before, status: next, address: next === 'connected' ? YOU : null }))
    be(status)
    renderSite(<OrderHealthHost />, loyalty(100))
    act(() => openOrderHealth('loyalty'))
    expect([screen.queryByRole('dialog'), commandRequest('openConnect')]).toEqual([null, null])
    act(() => be('connected'))
    await screen.findByRole('dialog', { name: 'Maximize your season 1 reward' }, PATIENT)
  },
)

// @feature wallet.asked-for
it('asks for a wallet where none comes', async () => {
  walletSession.set((before) => ({ ...before, status: 'disconnected' }))
  renderSite(<OrderHealthHost />, loyalty(100))
  act(() => openOrderHealth('orders'))
  await waitFor(() => expect(commandRequest('openConnect')).toBe(true))
  act(() => finishCommand('openConnect'))
  await waitFor(() => expect(commandRequest('openOrderHealth')).toBeNull())
})

/** A second marketplace in addition to our own. */
const ELSEWHERE: MarketplaceInfo = {
  id: 'other',
  displayName: 'Other Market',
  isNative: false,
  status: 'active',
  abilities: ['buy', 'list', 'delist'],
  bidsExpire: true,
  feeBps: 250,
  commissionBps: 250,
  packageAddress: null,
}
const ids = ['1', '2'].map((digit) => `0x${digit.repeat(64)}`)

/** A wallet that lists two items elsewhere, until they are moved. */
function disloyal() {
  const state = { isMoved: false }
  const points = () => ({ loyaltyPoints: state.isMoved ? 100 : 0 })
  const items = ids.map((id, at) => {
    const listing = testingListing(id, { marketplace: 'other', price: String((at + 1) * 100_000_000) })
    return testingItem(id, { name: `Stone #${at + 1}`, ownListings: [listing] })
  })
  const tokens = () => ({ data: state.isMoved ? [] : items, nextCursor: null, total: state.isMoved ? 0 : 2 })
  const answers: ApiAnswers = {
    [`/data/user/check-loyalty/${YOU}`]: points,
    [`/api/user/check-loyalty/${YOU}`]: points,
    [`/data/user/tokens/${YOU}`]: tokens,
    [`/api/user/tokens/${YOU}`]: tokens,
  }
  renderSite(<LoyaltyDialog wallet={YOU} onClose={() => {}} />, answers, [...MARKETPLACES, ELSEWHERE])
  return state
}

// @feature loyalty.radar
it('shows the loyalty, and listings on other marketplaces with editable prices', async () => {
  disloyal()
  const dialog = await screen.findByRole('dialog', { name: 'Maximize your season 1 reward' }, PATIENT)
  const gauge = await screen.findByRole('meter', { name: 'Your Loyalty Score' }, PATIENT)
  expect(gauge.getAttribute('aria-valuenow')).toBe('0')
  within(dialog).getByRole('table', { name: 'Your listings on other marketplaces' })
  const [first, second] = ['Stone #1', 'Stone #2'].map((name) => screen.getByLabelText(`New price of ${name}`))
  expect([first, second].map((field) => (field as HTMLInputElement).value)).toEqual(['1', '2'])
  expect(screen.getAllByText(/Other Market/)).toHaveLength(2)
  // What the button will do, and what for.
  screen.getByText(/your loyalty is 0% and only half of your points count.*moves these to Opal: each is delisted there/)
  const boost = screen.getByRole<HTMLButtonElement>('button', { name: 'Boost Your Loyalty' })

  const type = (value: string) => act(() => void fireEvent.change(first as HTMLElement, { target: { value } }))
  type('')
  screen.getByText('Required.')
  expect(boost.disabled).toBe(true)
  type('-1')
  screen.getByText('Cannot be negative')
  type('0.0009')
  screen.getByText('Price cannot be below 0.001')
  act(() => void fireEvent.click(boost))
  await waitFor(() => expect(screen.getAllByText('Price cannot be below 0.001')).toHaveLength(2), PATIENT)
  expect(commandRequest('openTrade')).toBeNull()
})

// @feature loyalty.relist
it('moves listings to Opal: loyalty becomes 100 and the list empties; shows an error when it fails', async () => {
  const market = disloyal()
  const boost = await screen.findByRole<HTMLButtonElement>('button', { name: 'Boost Your Loyalty' }, PATIENT)
  act(() => void fireEvent.click(boost))
  const asked = commandRequest('openTrade')
  if (asked?.kind !== 'prepared') throw new Error('no transaction was asked for')
  expect(asked.prepared).toMatchObject({ title: 'Boost your loyalty', what: '2 listings from Other Market to Opal' })
  const build = vi.fn(async (_endpoint: unknown, _input: unknown) => null)
  await asked.prepared.build(build as never, YOU)
  const items = ids.map((tokenDataId, at) => {
    const listingId = `listing of ${tokenDataId}`
    return { tokenDataId, marketplace: 'other', listingId, price: String((at + 1) * 100_000_000) }
  })
  expect(build.mock.lastCall?.[1]).toEqual({ body: { walletAddress: YOU, items } })

  expect(asked.prepared.failure).toBe('Error Reslisting Tokens')
  act(() => asked.onSettled?.('failed', { tokenDataIds: [], bids: [] }))
  expect(boost.disabled).toBe(false)
  act(() => void fireEvent.click(boost))
  market.isMoved = true
  act(() => commandRequest('openTrade')?.onSettled?.('confirmed', { tokenDataIds: [], bids: [] }))
  await screen.findByText('Congratulation!', {}, PATIENT)
  expect(screen.getByRole('meter', { name: 'Your Loyalty Score' }).getAttribute('aria-valuenow')).toBe('100')
  screen.getByText('No Nfts')
})

const ORDER = {
  kind: 'listing',
  marketplace: 'own',
  orderId: '1',
  tokenDataId: null,
  collectionId: null,
  setRoot: null,
  tokenStandard: null,
  name: 'Stone #9',
  image: null,
  collectionName: null,
  price: '1',
  quantity: '1',
  locked: '0',
  expiresAtSeconds: null,
  placedAtMicros: '1',
  issues: [{ code: 'below-bid', sentence: 'Below a bid.', risk: 'high', comparedWith: '2' }],
  risk: 'high',
  cannotClean: null,
}

// @feature order-health.banner
it('shows the stale orders banner, and hides it for good after Not now', async () => {
  const answer = () => ({ data: [ORDER], total: 1, checked: 3, hasMore: false })
  const answers = { [`/data/user/orders/stale/${YOU}`]: answer, [`/api/user/orders/stale/${YOU}`]: answer }
  renderSite(<OrdersBanner wallet={YOU} />, answers)
  await screen.findByText('1 order needs attention', {}, PATIENT)
  screen.getByText('One could cost you money.')
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Not now' })))
  expect(screen.queryByText('1 order needs attention')).toBeNull()
  cleanup()
  const again = vi.fn(answer)
  renderSite(<OrdersBanner wallet={YOU} />, {
    [`/data/user/orders/stale/${YOU}`]: again,
    [`/api/user/orders/stale/${YOU}`]: again,
  })
  await expect.poll(() => again.mock.calls.length, PATIENT).toBe(1)
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull()
})

// @feature order-health.banner
it.each([
  ['wide', true],
  ['narrow', false],
])('is in the status bar of a %s window, if there is room: %s', async (_, isWide) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: isWide && query.includes('min-width: 1024px'), media: query },
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
  }))
  const answer = () => ({ data: [ORDER], total: 1, checked: 3, hasMore: false })
  const answers = { [`/data/user/orders/stale/${YOU}`]: answer, [`/api/user/orders/stale/${YOU}`]: answer }
  renderSite(
    <>
      <OrdersBanner wallet={YOU} />
      <footer>
        <div id={ORDERS_ROOM_ID} />
      </footer>
    </>,
    answers,
  )
  const banner = await screen.findByRole('status', { name: 'Your orders' }, PATIENT)
  expect(banner.closest('footer') !== null).toBe(isWide)
  act(() => void fireEvent.click(within(banner).getByRole('button', { name: 'Not now' })))
  expect(document.getElementById(ORDERS_ROOM_ID)?.childElementCount).toBe(0)
})

// @feature order-health.banner
it.each([
  ['Not now', () => fireEvent.click(screen.getByRole('button', { name: 'Not now' }))],
  ['Review', () => fireEvent.click(screen.getByRole('button', { name: 'Review' }))],
  ['the check is opened elsewhere', () => openOrderHealth('orders')],
  ['the wallet is disconnected', () => cleanup()],
])('names the orders to the account button until %s', async (_, end) => {
  const data = [ORDER, { ...ORDER, orderId: '2', risk: 'low' }, { ...ORDER, orderId: '3' }]
  const answer = () => ({ data, total: 3, checked: 3, hasMore: false })
  renderSite(<OrdersBanner wallet={YOU} />, {
    [`/data/user/orders/stale/${YOU}`]: answer,
    [`/api/user/orders/stale/${YOU}`]: answer,
  })
  await screen.findByText('3 orders need attention', {}, PATIENT)
  expect(ordersNotice.get()).toEqual({ count: 3, dangerous: 2 })
  act(() => void end())
  expect(ordersNotice.get()).toBeNull()
  expect(screen.queryByRole('status', { name: 'Your orders' })).toBeNull()
})

// @feature order-health.clean
it('cleans as many orders as one transaction takes, each chosen by itself also where a bid has the id of a listing', () => {
  const orders = Array.from({ length: 101 }, (_, at) => ({ ...ORDER, orderId: String(at) })) as unknown as StaleOrder[]
  const bid = { ...ORDER, kind: 'collection-offer', orderId: '0', name: 'Stones' } as unknown as StaleOrder
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={[bid, ...orders]} onCleaned={() => {}} />, {})
  screen.getByText(/^Up to 100 per transaction/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select collection bid on Stones' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel 100 on Own Market' }))
  const asked = commandRequest('openTrade')
  if (asked?.kind !== 'prepared' || asked.prepared.chosen.call !== 'clean-up') throw new Error('nothing was asked for')
  const chosen = asked.prepared.chosen.body.orders
  expect(chosen).toHaveLength(100)
  expect(chosen[0]).toMatchObject({ kind: 'listing', orderId: '0' })
})

// @feature order-health.clean, bid.pool
it('names the bids among the canceled orders that the pool pays', () => {
  const orders = [
    ORDER,
    { ...ORDER, kind: 'collection-offer', orderId: '2', quantity: '3' },
    { ...ORDER, kind: 'collection-offer', orderId: '3', locked: '3', quantity: '3' },
    { ...ORDER, kind: 'token-offer', orderId: '4' },
    { ...ORDER, kind: 'token-offer', orderId: '5', quantity: '0' },
  ] as unknown as StaleOrder[]
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={orders} onCleaned={() => {}} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Cancel 5 on Own Market' }))
  const asked = commandRequest('openTrade')
  expect(asked?.kind === 'prepared' && asked.prepared.pooledBids).toEqual([
    { marketplace: 'own', offerId: '2', tokenBid: false },
    { marketplace: 'own', offerId: '4', tokenBid: true },
  ])
})

// @feature order-health.clean
it.each([
  [1, 'Cancel stale order', 'Stale order canceled on Own Market'],
  [2, 'Cancel 2 stale orders', 'Stale orders canceled on Own Market'],
])('counts the orders in its words: %d', (count, title, success) => {
  const orders = Array.from({ length: count }, (_, at) => ({
    ...ORDER,
    orderId: String(at),
  })) as unknown as StaleOrder[]
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={orders} onCleaned={() => {}} />, {})
  fireEvent.click(screen.getByRole('button', { name: `Cancel ${count} on Own Market` }))
  const asked = commandRequest('openTrade')
  expect(asked?.kind === 'prepared' && asked.prepared).toMatchObject({ title, success })
})

// @feature order-health.reasons
it.each([
  ['a listing', { kind: 'listing' }, 'Listed at 1.5', 'Select listing of Stones'],
  ['a bid on one item', { kind: 'token-offer' }, 'Bid of 1.5', 'Select bid on Stones'],
  ['a bid on any item', { kind: 'collection-offer' }, 'Collection bid of 1.5', 'Select collection bid on Stones'],
  [
    'a bid on a trait',
    { kind: 'collection-offer', setRoot: 'f'.repeat(64) },
    'Trait bid of 1.5',
    'Select trait bid on Stones',
  ],
])('calls an order what it is: %s', (_, change, words, label) => {
  const order = { ...ORDER, name: 'Stones', price: '150000000', ...change } as unknown as StaleOrder
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={[order]} onCleaned={() => {}} />, {})
  screen.getByRole('checkbox', { name: label })
  expect(screen.getByRole('listitem').textContent).toContain(words)
})
