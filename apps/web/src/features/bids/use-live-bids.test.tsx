import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { BIDS_KEY, type BookPart } from './bids-query.ts'
import { useLiveBids } from './use-live-bids.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Part({ part, onFetch }: { readonly part: BookPart; readonly onFetch: () => null }) {
  useQuery({ queryKey: [BIDS_KEY, '0x1', part], queryFn: onFetch })
  useLiveBids('0x1')
  return null
}

// @feature book.live
it.each(['ladder', 'own', 'sets', 'exit', 'asks'] as const)(
  'fetches the %s soon after a change, and every few seconds while changes come without end',
  async (part) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const fetched = vi.fn(() => null)
    renderSite(<Part part={part} onFetch={fetched} />, {})
    for (let at = 0; at < 200; at += 1) {
      const base = { id: String(at), collectionId: '0x1', version: String(at), at: '1', old: '1', new: '2' }
      act(() => {
        deliverLive({ kind: 'bid_change', ...base })
        deliverLive({ kind: 'floor_change', ...base })
      })
      await act(() => vi.advanceTimersByTimeAsync(50))
    }
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(fetched.mock.calls.length).toBeGreaterThan(3)
    expect(fetched.mock.calls.length).toBeLessThan(12)
  },
)
