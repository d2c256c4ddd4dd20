import type { LiveMessage } from '@opal/contract/live'
import { CHANGE_KINDS } from '@opal/domain/live/change-kinds'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { ANALYTICS_KEY } from './analytics-query.ts'
import { useLiveAnalytics } from './use-live-analytics.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Chart({ onFetch }: { readonly onFetch: () => null }) {
  useQuery({ queryKey: [ANALYTICS_KEY, '0x1', 'bids'], queryFn: onFetch })
  useLiveAnalytics('0x1')
  return null
}

// @feature analytics.charts
it.each(CHANGE_KINDS.map((kind) => [kind, kind !== 'tokens_change'] as const))(
  'refetches the charts after a %s of the collection: %s, and after none of another',
  async (kind, isWanted) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const fetched = vi.fn(() => null)
    renderSite(<Chart onFetch={fetched} />, {})
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(10)
    const message = { kind, id: '1', version: '1', at: '1', old: '1', new: '2', activity: {} }
    act(() => deliverLive({ ...message, collectionId: '0x2' } as LiveMessage))
    await pass(10_000)
    expect(fetched).toHaveBeenCalledTimes(1)
    act(() => deliverLive({ ...message, collectionId: '0x1' } as LiveMessage))
    await pass(150)
    expect(fetched).toHaveBeenCalledTimes(isWanted ? 2 : 1)
  },
)
