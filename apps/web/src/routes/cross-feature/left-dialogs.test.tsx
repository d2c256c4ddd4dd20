// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CommandName,
  commandRequest,
  explainMetric,
  finishCommand,
  openConnect,
  openOrderHealth,
  openSignIn,
} from '../../app/commands.ts'
import { walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import MetricDetailsHost from '../../features/metric-details/metric-details-host.tsx'
import OrderHealthHost from '../../features/order-health/order-health-host.tsx'
import SessionHost from '../../features/session/session-host.tsx'
import { ConnectDialog } from '../../features/wallet/dialogs/connect-dialog.tsx'
import { renderSite } from '../../testing/render-site.tsx'
import { ME } from '../../testing/testing-item.ts'

const PATIENT = { timeout: 30_000 }
const given = vi.fn()
interface Opened {
  readonly command: CommandName
  readonly page: ReactNode
  readonly open: () => void
}
const SUBJECT = { collectionId: ME, name: 'Stones' }
const EVERY_DIALOG: Readonly<Record<string, Opened>> = {
  'a metric': {
    command: 'explainMetric',
    page: <MetricDetailsHost />,
    open: () => explainMetric({ metric: 'collection.floor', subject: SUBJECT }),
  },
  'stale orders': { command: 'openOrderHealth', page: <OrderHealthHost />, open: () => openOrderHealth('orders') },
  loyalty: { command: 'openOrderHealth', page: <OrderHealthHost />, open: () => openOrderHealth('loyalty') },
  'signing in': {
    command: 'signIn',
    page: <SessionHost />,
    open: () => openSignIn({ purpose: 'flag a collection', isAsked: false, done: given }),
  },
  'a wallet': {
    command: 'openConnect',
    page: <ConnectDialog choices={[]} onConnect={async () => {}} />,
    open: () => openConnect(),
  },
}
const WAYS = { Back: -1, Forward: 1, 'a link': '/help', 'a link to a tab': '/collection/stones?tab=bids' } as const

beforeEach(() => {
  given.mockClear()
  walletSession.set({ ...walletSession.initial, status: 'connected', address: ME, walletName: 'Petra' })
  walletActions.set({ signIn: () => new Promise(() => {}) } as never)
})
afterEach(() => {
  cleanup()
  for (const { command } of Object.values(EVERY_DIALOG)) finishCommand(command)
  walletSession.set(walletSession.initial)
  walletActions.set(null)
  vi.unstubAllGlobals()
})

// @feature shell.left-page
describe.each(Object.entries(EVERY_DIALOG))('the dialog of %s', (name, { command, page, open }) => {
  it.each(Object.entries(WAYS))('is left with its page, by %s', async (_way, to) => {
    const { router } = renderSite(page, {})
    const go = (where: string | number) =>
      act(() => (typeof where === 'number' ? router.navigate(where) : router.navigate(where)))
    for (const where of ['/activity', '/collection/stones', '/launchpad', -1]) await go(where)
    act(open)
    await screen.findByRole('dialog', {}, PATIENT)
    await act(() => router.navigate('/collection/stones?sort=price', { replace: true }))
    screen.getByRole('dialog')
    await go(to)
    expect([screen.queryByRole('dialog'), commandRequest(command)]).toEqual([null, null])
    expect(given.mock.calls).toEqual(name === 'signing in' ? [[null]] : [])
  })
})
