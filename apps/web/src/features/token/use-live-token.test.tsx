import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { expectPacedRefetches } from '../../testing/expect-paced-refetches.ts'
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

it('is refetched soon after an event, and every few seconds while bids change without end', () =>
  expectPacedRefetches(
    null,
    (onFetch) => <Shown onFetch={onFetch} />,
    (id) => ({ kind: 'bid_change', id, collectionId: '0x1', version: id, at: '1', old: '1', new: '2' }),
  ))

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

// @feature collection.live-figures
it.each(['first', 'second'] as const)('shows a floor that changes while the %s answer is on its way', async (which) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let floor = '5'
  let asked = 0
  const late = Promise.withResolvers<void>()
  const fetchToken = async () => {
    asked += 1
    const answer = { collectionFloorPrice: floor }
    if (asked === (which === 'first' ? 1 : 2)) await late.promise
    return answer
  }
  function Floor() {
    const { data } = useQuery({ queryKey: [TOKEN_KEY, '0x2'], queryFn: fetchToken })
    useLiveToken('0x1', '0x2')
    return data?.collectionFloorPrice ?? 'none'
  }
  const { container } = renderSite(<Floor />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  const base = { collectionId: '0x1', version: '1', at: '1', old: '1' } as const
  if (which === 'second') act(() => deliverLive({ ...base, kind: 'bid_change', id: '1', new: '2' }))
  await pass(200)
  floor = '4'
  act(() => deliverLive({ ...base, kind: 'floor_change', id: '2', new: '4' }))
  late.resolve()
  await pass(10_000)
  expect(container.textContent).toContain('4')
})
