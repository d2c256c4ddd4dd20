// @vitest-environment happy-dom
import { listNotifications } from '@opal/contract/notifications'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Site, useSite } from '../../app/site.tsx'
import { type PageSession, pageSession, VISITOR } from '../../entities/session/page-session.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { storeSession } from './stored-session.ts'
import { useEndedSession } from './use-ended-session.ts'

const WALLET = `0x${'a1'.repeat(32)}`
const SIGNED_IN: PageSession = { status: 'signed-in', wallet: WALLET }
const EXPIRES = String((Date.now() + 3_600_000) * 1000)

afterEach(() => {
  cleanup()
  pageSession.set(pageSession.initial)
  storeSession(null)
  vi.unstubAllGlobals()
})

/** Shows a page of a signed-in wallet. @returns calls the API as the page does. */
function open(failure: () => Promise<never>): Site['api'] {
  let api: Site['api'] | null = null
  function Page() {
    api = useSite().api
    useEndedSession()
    return null
  }
  storeSession({ wallet: WALLET, expiresAt: EXPIRES })
  renderSite(<Page />, { '/api/user/notifications': failure })
  act(() => pageSession.set(SIGNED_IN))
  if (api === null) throw new Error('nothing was rendered')
  return api
}

// @feature account.session-over
it.each([
  ['for want of a session', new ApiFailure(401, 'Sign in with your wallet first.', 'sign-in-required'), VISITOR],
  ['for another reason', new ApiFailure(429, 'Too many requests.', 'rate-limited'), SIGNED_IN],
])('is over once a call is refused %s: %#', async (_why, failure, session) => {
  const api = open(async () => Promise.reject(failure))
  await expect(api(listNotifications, { query: {} })).rejects.toThrow(failure.message)
  expect(pageSession.get()).toEqual(session)
})

// @feature account.session-over
it('goes on where the refused call began before it', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const answer = vi.fn(() => promise)
  const call = open(answer)(listNotifications, { query: {} })
  await expect.poll(() => answer.mock.calls).toHaveLength(1)
  pageSession.set(VISITOR)
  pageSession.set(SIGNED_IN)
  reject(new ApiFailure(401, 'Sign in with your wallet first.', 'sign-in-required'))
  await expect(call).rejects.toThrow('Sign in')
  expect(pageSession.get()).toEqual(SIGNED_IN)
})

// @feature account.session-over
it.each([
  ['has signed out', null, VISITOR],
  ['has signed in as well', { wallet: WALLET, expiresAt: EXPIRES }, SIGNED_IN],
])('follows another tab that %s', async (_what, stored, session) => {
  open(async () => Promise.reject(new ApiFailure(404, 'nothing')))
  storeSession(stored)
  window.dispatchEvent(new StorageEvent('storage', { key: 'opal.session' }))
  expect(pageSession.get()).toEqual(session)
})

// @feature account.session-over
it('is over where another tab has cleared all that is stored', () => {
  open(async () => Promise.reject(new ApiFailure(404, 'nothing')))
  window.localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(pageSession.get()).toEqual(VISITOR)
})
