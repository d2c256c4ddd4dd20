// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { pageSession } from '../../entities/session/page-session.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import NotificationsBell from './notifications-bell.tsx'

afterEach(() => {
  cleanup()
  finishCommand('signIn')
  pageSession.set(pageSession.initial)
  liveStatus.set(liveStatus.initial)
})

const WALLET = `0x${'a'.repeat(64)}`

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
