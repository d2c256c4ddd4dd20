// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { bidPoolKey, useLiveBidPool } from './bid-pool.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// @feature bid.pool-live
it('refetches a pool soon after each change of it, and for no other wallet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = vi.fn(() => null)
  function Pool() {
    useQuery({ queryKey: bidPoolKey('0x1'), queryFn: fetched })
    useLiveBidPool('0x1')
    return null
  }
  renderSite(<Pool />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  for (const [at, [wallet, expected]] of (
    [
      ['0x2', 1],
      ['0x1', 2],
      ['0x2', 2],
      ['0x1', 3],
    ] as const
  ).entries()) {
    act(() => deliverLive({ kind: 'pool_change', id: String(at), collectionId: null, version: '1', at: '1', wallet }))
    await pass(1_000)
    expect(fetched).toHaveBeenCalledTimes(expected)
  }
})
