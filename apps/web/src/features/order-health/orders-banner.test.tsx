import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openOrderHealth } from '../../app/commands.ts'
import { ORDERS_ROOM_ID, ordersNotice } from '../../entities/order/orders-notice.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { OrdersBanner } from './orders-banner.tsx'
import { resetOrderHealth, staleOrder, staleOrders, YOU } from './testing/order-health-fixtures.ts'

// @vitest-environment happy-dom
afterEach(resetOrderHealth)

// @feature order-health.banner
it('shows the stale orders banner, and hides it for good after Not now', async () => {
  renderSite(
    <OrdersBanner wallet={YOU} />,
    staleOrders(() => [staleOrder()]),
  )
  await screen.findByText('1 order needs attention')
  screen.getByText('One could cost you money.')
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Not now' })))
  expect(screen.queryByText('1 order needs attention')).toBeNull()
  cleanup()
  const again = vi.fn(() => [staleOrder()])
  renderSite(<OrdersBanner wallet={YOU} />, staleOrders(again))
  await expect.poll(() => again.mock.calls.length).toBe(1)
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull()
})

// @feature order-health.banner
it.each([
  ['wide', true],
  ['narrow', false],
])('is in the status bar of a %s window, if there is room: %s', async (_, isWide) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('min-width: 1024px'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  renderSite(
    <>
      <OrdersBanner wallet={YOU} />
      <footer>
        <div id={ORDERS_ROOM_ID} />
      </footer>
    </>,
    staleOrders(() => [staleOrder()]),
  )
  const banner = await screen.findByRole('status', { name: 'Your orders' })
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
  const data = [staleOrder(), staleOrder({ orderId: '2', risk: 'low' }), staleOrder({ orderId: '3' })]
  renderSite(
    <OrdersBanner wallet={YOU} />,
    staleOrders(() => data),
  )
  await screen.findByText('3 orders need attention')
  expect(ordersNotice.get()).toEqual({ count: 3, dangerous: 2 })
  act(() => void end())
  expect(ordersNotice.get()).toBeNull()
  expect(screen.queryByRole('status', { name: 'Your orders' })).toBeNull()
})
