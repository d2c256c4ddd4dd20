import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { TOKEN, YOU } from '../testing/trade-harness.tsx'
import { useLiveReferences } from './use-live-references.ts'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const { collectionId, tokenDataId } = TOKEN
const BASE = { id: '1', collectionId, version: '1', at: '1' }
const CHANGE = { old: '2', new: '1' }

/** Messages of the collection, and whether something may cost or pay something else after them. */
const MESSAGES: readonly (readonly [string, LiveMessage, boolean])[] = [
  ...ACTIVITY_KINDS.map((kind) => {
    const activity = { kind, tokenDataId, collectionId, from: YOU, to: null, price: '1' } as Activity
    // Neither a bid that comes or goes nor a mint puts anything up for sale or takes it away.
    const isOfBid = kind.endsWith('-bid') && !kind.startsWith('accept-')
    return [kind, { kind: 'activity', ...BASE, activity }, kind !== 'mint' && !isOfBid] as const
  }),
  ['floor_change', { kind: 'floor_change', ...BASE, ...CHANGE }, true],
  ['listings_change', { kind: 'listings_change', ...BASE }, true],
  ['bid_change', { kind: 'bid_change', ...BASE, ...CHANGE }, true],
  ['volume_change', { kind: 'volume_change', ...BASE, ...CHANGE }, false],
  ['tokens_change', { kind: 'tokens_change', ...BASE }, false],
]

// @feature bid.fat-finger
it.each(MESSAGES)(
  'what a bid is compared with is fetched again after %s of its collection where that may change it',
  async (_, message, isFollowed) => {
    const client = new QueryClient()
    const invalidated = vi.spyOn(client, 'invalidateQueries')
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    renderHook(() => useLiveReferences(collectionId, ['one'], ['other', collectionId]), { wrapper })
    deliverLive({ ...message, collectionId: `0x${'9'.repeat(64)}` })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(invalidated).not.toHaveBeenCalled()
    deliverLive(message)
    await vi.advanceTimersByTimeAsync(5_000)
    const keys = invalidated.mock.calls.map(([filter]) => filter?.queryKey)
    expect(keys).toEqual(isFollowed ? [['one'], ['other', collectionId]] : [])
  },
)
