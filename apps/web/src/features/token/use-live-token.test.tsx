import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { TOKEN_KEY } from './token-query.ts'
import { useLiveToken } from './use-live-token.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Shown({ onFetch }: { readonly onFetch: () => null }) {
  useQuery({ queryKey: [TOKEN_KEY, '0x2'], queryFn: onFetch })
  useLiveToken('0x1', '0x2')
  return null
}

it('is refetched soon after an event, and every few seconds while bids change without end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = vi.fn(() => null)
  renderSite(<Shown onFetch={fetched} />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const deliver = (id: number) =>
    act(() =>
      deliverLive({
        kind: 'bid_change',
        id: String(id),
        collectionId: '0x1',
        version: String(id),
        at: '1',
        old: '1',
        new: '2',
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

// @feature items.live-terms, live.frozen
it.each(['listings_change', 'tokens_change'] as const)('is refetched by a %s of its collection', async (kind) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = vi.fn(() => null)
  renderSite(<Shown onFetch={fetched} />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  const base = { collectionId: '0x1', version: '1', at: '1' } as const
  act(() => deliverLive({ ...base, kind: 'floor_change', id: '1', old: '2', new: '1' }))
  await pass(1_000)
  expect(fetched).toHaveBeenCalledTimes(1)
  act(() => deliverLive({ ...base, kind, id: '2' }))
  await pass(200)
  expect(fetched).toHaveBeenCalledTimes(2)
})
