import type { Activity } from '@opal/contract/activities'
import { useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { MINTS_KEY, type MintsPage } from './mints-query.ts'
import { useLiveMints } from './use-live-mints.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Shown({ onFetch }: { readonly onFetch: () => MintsPage }) {
  useInfiniteQuery({ queryKey: MINTS_KEY, queryFn: onFetch, initialPageParam: null, getNextPageParam: () => null })
  useLiveMints()
  return null
}

it('are refetched soon after a mint of another collection, and every few seconds while those come without end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = vi.fn(() => ({ data: [], nextCursor: null }))
  renderSite(<Shown onFetch={fetched} />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const deliver = (id: number) =>
    act(() =>
      deliverLive({
        kind: 'activity',
        id: String(id),
        collectionId: '0x1',
        version: String(id),
        at: '1',
        activity: { kind: 'mint', collectionId: '0x1', tokenDataId: '0x2' } as Activity,
      }),
    )
  await pass(10)
  expect(fetched).toHaveBeenCalledTimes(1)
  deliver(1)
  await pass(110)
  expect(fetched).toHaveBeenCalledTimes(2)
  for (let id = 2; id < 100; id += 1) {
    deliver(id)
    await pass(100)
  }
  await pass(10_000)
  expect(fetched.mock.calls.length).toBeGreaterThan(4)
  expect(fetched.mock.calls.length).toBeLessThan(12)
})
