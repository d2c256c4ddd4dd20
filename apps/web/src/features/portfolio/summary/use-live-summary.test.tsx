import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { QueryClient, useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { bidPoolKey } from '../../../entities/order/bid-pool.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'
import { useLiveSummary } from './use-live-summary.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const COLLECTION = `0x${'5'.repeat(64)}`
const HELD = new Set([COLLECTION])

function Summary({ onFetch }: { readonly onFetch: () => null }) {
  useQuery({ queryKey: [PORTFOLIO_KEY, ME, 'summary'], queryFn: onFetch })
  useLiveSummary(ME, HELD)
  return null
}

function messageAt(at: number, kind: 'floor_change' | 'bid_change' | 'pool_change' | 'own' | 'activity'): LiveMessage {
  const base = { id: String(at), collectionId: COLLECTION, version: String(at), at: '1' }
  if (kind === 'pool_change') return { kind, ...base, collectionId: null, wallet: ME }
  if (kind === 'floor_change' || kind === 'bid_change') return { kind, ...base, old: '1', new: '2' }
  const activity = { from: null, to: kind === 'own' ? ME : null, collectionId: COLLECTION } as unknown as Activity
  return { kind: 'activity', ...base, activity }
}

it.each(['floor_change', 'bid_change', 'activity', 'pool_change', 'own'] as const)(
  'is refetched soon after an event, and seldom while the market of its collections moves without end: %s',
  async (kind) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const fetched = vi.fn(() => null)
    renderSite(<Summary onFetch={fetched} />, {})
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(10)
    expect(fetched).toHaveBeenCalledTimes(1)
    act(() => deliverLive(messageAt(0, kind)))
    await pass(150)
    expect(fetched).toHaveBeenCalledTimes(2)
    for (let at = 1; at < 600; at += 1) {
      act(() => deliverLive(messageAt(at, kind)))
      await pass(100)
    }
    // Every ten seconds; what belongs to the wallet every second.
    const [least, most] = kind === 'own' || kind === 'pool_change' ? [50, 65] : [6, 10]
    expect(fetched.mock.calls.length).toBeGreaterThan(least)
    expect(fetched.mock.calls.length).toBeLessThan(most)
    // It does not wait for the market either.
    const before = fetched.mock.calls.length
    act(() => deliverLive(messageAt(1_000, 'own')))
    await pass(1_100)
    expect(fetched.mock.calls.length).toBeGreaterThan(before)
  },
)

// @feature portfolio.value-shown
it.each(
  (['items', 'collections', 'bids'] as const).flatMap((what) =>
    (['floor_change', 'bid_change', 'activity'] as const).map((kind) => [kind, what] as const),
  ),
)(
  'is refetched after a %s of a collection that came to its %s after the page was loaded, and of no other',
  async (kind, what) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const [shown, other] = ['6', '7'].map((digit) => `0x${digit.repeat(64)}`)
    const fetched = vi.fn(() => null)
    const queries = new QueryClient()
    renderSite(<Summary onFetch={fetched} />, {}, undefined, { queries })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(10)
    const page = { data: [{ collectionId: null }, { collectionId: shown }], nextCursor: null }
    queries.setQueryData([PORTFOLIO_KEY, ME, what, {}], { pages: [page], pageParams: [null] })
    const happen = (collectionId: string | undefined) => {
      const message = messageAt(1, kind)
      const about = { collectionId: collectionId ?? null }
      const activity = message.kind === 'activity' ? { activity: { ...message.activity, ...about } } : {}
      act(() => deliverLive({ ...message, ...about, ...activity } as LiveMessage))
    }
    happen(other)
    await pass(5_000)
    expect(fetched).toHaveBeenCalledTimes(1)
    happen(shown)
    await pass(150)
    expect(fetched).toHaveBeenCalledTimes(2)
  },
)

// @feature bid.pool-live
it('follows the pool of its wallet and of no other, and shows its balance', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = { summary: vi.fn(() => null), pool: vi.fn(() => null) }
  function Pool() {
    useQuery({ queryKey: bidPoolKey(ME), queryFn: fetched.pool })
    return <Summary onFetch={fetched.summary} />
  }
  renderSite(<Pool />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  const base = { kind: 'pool_change', id: '1', collectionId: null, version: '1', at: '1' } as const
  act(() => deliverLive({ ...base, wallet: COLLECTION }))
  await pass(5_000)
  expect([fetched.summary.mock.calls.length, fetched.pool.mock.calls.length]).toEqual([1, 1])
  act(() => deliverLive({ ...base, wallet: ME }))
  await pass(110)
  expect([fetched.summary.mock.calls.length, fetched.pool.mock.calls.length]).toEqual([2, 2])
})
