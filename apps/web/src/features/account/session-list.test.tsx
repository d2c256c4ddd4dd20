// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { pageSession, signOutAction, VISITOR } from '../../entities/session/page-session.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { SessionList } from './session-list.tsx'

const WALLET = `0x${'a'.repeat(64)}`
const SESSIONS = {
  data: [
    { openedAt: '1790000000000000', expiresAt: '1791209600000000', isCurrent: true },
    { openedAt: '1789000000000000', expiresAt: '1790209600000000', isCurrent: false },
  ],
}

afterEach(() => {
  cleanup()
  pageSession.set(VISITOR)
  signOutAction.set(null)
})

// @feature account.sessions
it('lists the sessions, and signs out everywhere: at the API, then here', async () => {
  const order: string[] = []
  pageSession.set({ status: 'signed-in', wallet: WALLET })
  signOutAction.set(() => async () => void order.push('here'))
  renderSite(<SessionList />, {
    '/api/sessions': (_body, _url, method) => {
      if (method === 'GET') return SESSIONS
      order.push(method)
      return { ended: 2 }
    },
  })
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  expect(screen.getAllByText(/this browser/)).toHaveLength(1)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  await waitFor(() => expect(order).toEqual(['DELETE', 'here']))
})

it('stays signed in and shows an error when the server does not answer', async () => {
  const signOut = vi.fn(async () => undefined)
  pageSession.set({ status: 'signed-in', wallet: WALLET })
  signOutAction.set(() => signOut)
  renderSite(<SessionList />, {
    '/api/sessions': (_body, _url, method) => {
      if (method === 'GET') return SESSIONS
      throw new ApiFailure(503, 'away')
    },
  })
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText(/You’re still signed in/)).toBeTruthy()
  expect(signOut).not.toHaveBeenCalled()
})

it('offers a retry when the sessions cannot be loaded, and still signs out', async () => {
  let isAway = true
  pageSession.set({ status: 'signed-in', wallet: WALLET })
  renderSite(<SessionList />, {
    '/api/sessions': () => {
      if (isAway) throw new ApiFailure(503, 'away')
      return SESSIONS
    },
  })
  await screen.findByText('Couldn’t load your sessions')
  expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeTruthy()
  isAway = false
  await userEvent.setup().click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findAllByText(/^Signed in /)).toHaveLength(2)
})

it('renders nothing for a visitor', () => {
  pageSession.set(VISITOR)
  renderSite(<SessionList />, {})
  expect(screen.queryByText('Active sessions')).toBeNull()
})
