// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { pageSession } from '../../entities/session/page-session.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { storeSession } from './stored-session.ts'
import { useRestoredSession } from './use-restored-session.ts'

const WALLET = `0x${'a1'.repeat(32)}`
const EXPIRES = String((Date.now() + 3_600_000) * 1000)

afterEach(() => {
  cleanup()
  pageSession.set(pageSession.initial)
  liveStatus.set(liveStatus.initial)
  storeSession(null)
  vi.unstubAllGlobals()
})

function Page() {
  useRestoredSession()
  return null
}

// @feature outage.api, account.sign-in
it('restores the previous session once the API is reachable', async () => {
  storeSession({ wallet: WALLET, expiresAt: EXPIRES })
  let isThere = false
  let asked = 0
  const session = () => {
    asked += 1
    if (!isThere) throw new ApiFailure(503, 'not now')
    return { walletAddress: WALLET, expiresAt: EXPIRES }
  }
  renderSite(<Page />, { '/api/session': session })
  await expect.poll(() => pageSession.get().status).toBe('visitor')
  liveStatus.set((before) => ({ ...before, state: 'reconnecting' }))
  expect(asked).toBe(1)
  isThere = true
  liveStatus.set((before) => ({ ...before, state: 'live' }))
  await expect.poll(() => pageSession.get()).toEqual({ status: 'signed-in', wallet: WALLET })
  liveStatus.set((before) => ({ ...before, state: 'reconnecting' }))
  liveStatus.set((before) => ({ ...before, state: 'live' }))
  expect(asked).toBe(2)
})
