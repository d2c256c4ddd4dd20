// @vitest-environment happy-dom
import { createApiClient } from '@opal/contract/client'
import { getNetwork } from '@opal/contract/network'
import { beginSignIn } from '@opal/contract/session'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteSeenVersion, readSeenVersion, seenVersion } from './seen-version.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
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

// @feature operate.replicas
it('the server that renders the next page reads the newest version from a cookie, however many came in a row', () => {
  const stored: string[] = []
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void stored.push(text))
  vi.advanceTimersByTime(1_000)
  for (let version = 100n; version < 200n; version += 1n) noteSeenVersion(version)
  expect(stored).toEqual(['opal.seen=100; path=/; max-age=10; samesite=lax'])
  vi.advanceTimersByTime(250)
  expect(stored.map((text) => readSeenVersion(text))).toEqual([100n, 199n])
  noteSeenVersion(150n)
  noteSeenVersion(200n)
  expect(readSeenVersion(stored.at(-1) ?? null)).toBe(200n)
})
