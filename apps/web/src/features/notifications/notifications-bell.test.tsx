// @vitest-environment happy-dom
import type { Notification } from '@opal/contract/notifications'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { pageSession } from '../../entities/session/page-session.ts'
import { latestRate } from '../../shared/format/apt-rate.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { deliverNotification } from '../../shared/realtime/live-notifications.ts'
import { renderSite } from '../../testing/render-site.tsx'
import NotificationsBell from './notifications-bell.tsx'

afterEach(() => {
  cleanup()
  finishCommand('signIn')
  pageSession.set(pageSession.initial)
  liveStatus.set(liveStatus.initial)
  latestRate.set(null)
})

const WALLET = `0x${'a'.repeat(64)}`

const sold = (id: string): Notification => ({
  id,
  type: 'sold',
  isRead: false,
  at: '1790000000000000',
  version: '7',
  collectionId: null,
  collectionName: null,
  collectionSlug: null,
  tokenDataId: null,
  tokenName: `Stone #${id}`,
  propertyVersion: null,
  marketplace: null,
  offerOrListingId: null,
  otherWallet: null,
  price: '200000000',
  oldPrice: null,
  expiresAtSeconds: null,
})

// @feature notifications.bell
it.each([
  ['is open again once the visitor has signed in', WALLET, true],
  ['stays closed when the visitor gives up', null, false],
] as const)('%s', async (_, wallet, isOpen) => {
  renderSite(<NotificationsBell />, {})
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Alerts' }))
  await user.click(await screen.findByRole('button', { name: 'Sign in with Aptos' }))
  expect(screen.queryByRole('dialog', { name: 'Alerts' })).toBeNull()
  expect(commandRequest('signIn')?.purpose).toBe('get alerts')
  await act(async () => commandRequest('signIn')?.done(wallet))
  expect(screen.queryByRole('dialog', { name: 'Alerts' }) !== null).toBe(isOpen)
})

// @feature notifications.live
it('counts the alerts that came while the connection was lost, once it is back, and asks no more often', async () => {
  let unread = 1
  let asked = 0
  pageSession.set({ status: 'signed-in', wallet: WALLET })
  renderSite(<NotificationsBell />, {
    '/api/user/notifications': () => {
      asked += 1
      return { data: [], nextCursor: null, unread }
    },
  })
  await screen.findByRole('button', { name: 'Alerts, 1 unread' })
  const turn = (state: 'connecting' | 'live' | 'reconnecting' | 'paused') =>
    act(async () => liveStatus.set((before) => ({ ...before, state })))
  await turn('live')
  await turn('paused')
  await turn('live')
  expect(asked).toBe(1)
  unread = 3
  await turn('reconnecting')
  expect(asked).toBe(1)
  await turn('live')
  await screen.findByRole('button', { name: 'Alerts, 3 unread' })
  await turn('live')
  expect(asked).toBe(2)
  unread = 4
  for (const state of ['reconnecting', 'paused', 'live'] as const) await turn(state)
  await screen.findByRole('button', { name: 'Alerts, 4 unread' })
})

// @feature notifications.live, currency.toggle
it('says in a toast what an alert that comes is about, its price in the currency of then', async () => {
  pageSession.set({ status: 'signed-in', wallet: WALLET })
  renderSite(
    <NotificationsBell />,
    { '/api/user/notifications': () => ({ data: [], nextCursor: null, unread: 0 }) },
    undefined,
    { cookies: 'opal.currency=USD' },
  )
  await screen.findByRole('button', { name: 'Alerts' })
  act(() => deliverNotification(sold('1')))
  await screen.findByText('Stone #1 sold for 2 APT')
  act(() => latestRate.set({ cents: 842n, ageSeconds: 1 }))
  act(() => deliverNotification(sold('2')))
  await screen.findByText('Stone #2 sold for $16.84')
  await screen.findByRole('button', { name: 'Alerts, 2 unread' })
})

// @feature notifications.live
it.each(['first', 'second'] as const)('counts an alert that comes while the %s list is on its way', async (which) => {
  pageSession.set({ status: 'signed-in', wallet: WALLET })
  const came: Notification[] = []
  const late = Promise.withResolvers<void>()
  let asked = 0
  renderSite(<NotificationsBell />, {
    '/api/user/notifications': async () => {
      asked += 1
      const answer = { data: [...came], nextCursor: null, unread: came.length }
      if (asked === (which === 'first' ? 1 : 2)) await late.promise
      return answer
    },
  })
  if (which === 'second') {
    await vi.waitFor(() => expect(asked).toBe(1))
    await act(async () => {})
    const turn = (state: 'live' | 'reconnecting') => act(async () => liveStatus.set((before) => ({ ...before, state })))
    await turn('reconnecting')
    await turn('live')
  }
  await vi.waitFor(() => expect(asked).toBe(which === 'first' ? 1 : 2))
  came.push(sold('1'))
  act(() => deliverNotification(sold('1')))
  late.resolve()
  await screen.findByText('Stone #1 sold for 2 APT')
  await screen.findByRole('button', { name: 'Alerts, 1 unread' })
  await vi.waitFor(() => expect(asked).toBeGreaterThan(which === 'first' ? 1 : 2))
  await act(async () => {})
  expect(screen.getByRole('button', { name: 'Alerts, 1 unread' })).toBeDefined()
})
