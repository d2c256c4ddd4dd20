import type { StaleOrder } from '@opal/contract/order-health'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { MarketplaceOrders } from './marketplace-orders.tsx'
import { resetOrderHealth, staleOrder, YOU } from './testing/order-health-fixtures.ts'

// @vitest-environment happy-dom
afterEach(resetOrderHealth)

// @feature order-health.clean
it('cleans as many orders as one transaction takes, each chosen by itself also where a bid has the id of a listing', () => {
  const orders = Array.from({ length: 101 }, (_, at) => staleOrder({ orderId: String(at) }))
  const bid = staleOrder({ kind: 'collection-offer', orderId: '0', name: 'Stones' })
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
    staleOrder(),
    staleOrder({ kind: 'collection-offer', orderId: '2', quantity: '3' }),
    staleOrder({ kind: 'collection-offer', orderId: '3', locked: '3', quantity: '3' }),
    staleOrder({ kind: 'token-offer', orderId: '4' }),
    staleOrder({ kind: 'token-offer', orderId: '5', quantity: '0' }),
  ]
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={orders} onCleaned={() => {}} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Cancel 5 on Own Market' }))
  const asked = commandRequest('openTrade')
  expect(asked?.kind === 'prepared' && asked.prepared.pooledBids).toEqual([
    { marketplace: 'own', offerId: '2', tokenBid: false },
    { marketplace: 'own', offerId: '4', tokenBid: true },
  ])
})

// @feature order-health.clean
it('gives the names of the orders to the dialog that cancels them', () => {
  const orders = [
    staleOrder({ orderId: '2' }),
    staleOrder({ kind: 'collection-offer', orderId: '2', name: 'Stones', quantity: '3' }),
    staleOrder({ kind: 'collection-offer', orderId: '3', name: 'Stones', setRoot: 'f'.repeat(64) }),
  ]
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={orders} onCleaned={() => {}} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Cancel 3 on Own Market' }))
  const asked = commandRequest('openTrade')
  expect(asked?.kind === 'prepared' && asked.prepared.orders).toMatchObject([
    { orderId: '2', isBid: false, name: 'Stone #9', place: 'Listing' },
    { orderId: '2', isBid: true, name: 'Stones', place: 'Collection bid', quantity: '3' },
    { orderId: '3', isBid: true, name: 'Stones', place: 'Trait bid' },
  ])
})

// @feature order-health.clean
it.each([
  [1, 'Cancel stale order', 'Stale order canceled on Own Market'],
  [2, 'Cancel 2 stale orders', 'Stale orders canceled on Own Market'],
])('counts the orders in its words: %d', (count, title, success) => {
  const orders = Array.from({ length: count }, (_, at) => staleOrder({ orderId: String(at) }))
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={orders} onCleaned={() => {}} />, {})
  fireEvent.click(screen.getByRole('button', { name: `Cancel ${count} on Own Market` }))
  const asked = commandRequest('openTrade')
  expect(asked?.kind === 'prepared' && asked.prepared).toMatchObject({ title, success })
})

// @feature order-health.reasons, bid.funded
it.each([
  ['unfunded', '7'],
  ['expired', null],
] as const)('offers to fund a bid that the pool cannot pay, and no other: %s', async (code, balance) => {
  const issues: StaleOrder['issues'] = [{ code, sentence: 'A fault.', risk: 'medium', comparedWith: null }]
  const order = staleOrder({ kind: 'collection-offer', quantity: '3', issues })
  const onCleaned = vi.fn()
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={[order]} onCleaned={onCleaned} />, {
    [`/data/user/pool/${YOU}`]: () => ({ balance: '7', bids: 1, exposure: '9' }),
    [`/api/user/pool/${YOU}`]: () => ({ balance: '7', bids: 1, exposure: '9' }),
  })
  const name = 'Deposit for collection bid on Stone #9'
  if (balance === null) return expect(screen.queryByRole('button', { name })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name }))
  const asked = commandRequest('openTrade')
  expect(asked).toMatchObject({ kind: 'pool-deposit', balance })
  asked?.onSettled?.('closed', { tokenDataIds: [], bids: [] })
  expect(onCleaned).not.toHaveBeenCalled()
  asked?.onSettled?.('confirmed', { tokenDataIds: [], bids: [] })
  expect(onCleaned).toHaveBeenCalled()
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
] as const)('calls an order what it is: %s', (_, change, words, label) => {
  const order = staleOrder({ name: 'Stones', price: '150000000', ...change })
  renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={[order]} onCleaned={() => {}} />, {})
  screen.getByRole('checkbox', { name: label })
  expect(screen.getByRole('listitem').textContent).toContain(words)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel 1 on Own Market' }))
  const asked = commandRequest('openTrade')
  const named = label.replace('Select ', '')
  expect(asked?.kind === 'prepared' && asked.prepared).toMatchObject({
    what: named.charAt(0).toUpperCase() + named.slice(1),
    doing: `Canceling ${named}`,
  })
})

// @feature order-health.clean
it('counts no orders to cancel where none is selected, and offers nothing where none can be canceled', () => {
  const cannotClean = { code: 'token-frozen', sentence: 'Its creator has frozen the token.' } as const
  const show = (orders: readonly StaleOrder[]) =>
    renderSite(<MarketplaceOrders wallet={YOU} marketplace="own" orders={orders} onCleaned={() => {}} />, {})
  const { unmount } = show([staleOrder(), staleOrder({ orderId: '2', cannotClean })])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel 1 on Own Market' }).disabled).toBe(false)
  fireEvent.click(screen.getByRole('checkbox'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Select orders' }).disabled).toBe(true)
  unmount()
  show([staleOrder({ cannotClean })])
  expect(screen.queryByRole('button')).toBeNull()
  screen.getByText('Its creator has frozen the token.')
})
