import { createApiClient } from '@opal/contract/client'
import { getNetwork } from '@opal/contract/network'
import { beginSignIn } from '@opal/contract/session'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteSeenVersion, seenVersion } from './seen-version.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

// @feature operate.replicas
it('calls that read name the newest version that was seen a moment ago, and others none', async () => {
  const urls: string[] = []
  const api = createApiClient({
    api: 'http://api',
    seen: seenVersion,
    fetch: async (url) => {
      urls.push(String(url))
      return new Response('{}', { status: 500 })
    },
  })
  const call = () => api(getNetwork, {}).catch(() => undefined)
  await call()
  noteSeenVersion(41n)
  noteSeenVersion(40n)
  await call()
  await api(beginSignIn, { body: { walletAddress: '0x1' } } as never).catch(() => undefined)
  vi.advanceTimersByTime(10_001)
  await call()
  expect(urls.map((url) => new URL(url).search)).toEqual(['', '?seen=41', '', ''])
})
