import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { ACTIVITY_KINDS, type ActivityKind } from '@opal/domain/live/activity-kinds'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { OTHER_TOKEN, TOKEN, YOU } from '../testing/trade-harness.tsx'
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
const ITEM = { collectionId, tokenDataId }
const COLLECTION = { collectionId, tokenDataId: null }
const BIDS_ON_ITEMS: ReadonlySet<ActivityKind> = new Set(['token-bid', 'cancel-token-bid'])

type Case = readonly [string, LiveMessage, { readonly ofItem: boolean; readonly ofCollection: boolean }]

/** Messages of the collection, and whether something may cost or pay something else after them: for who bids on the item, and on the collection. */
const MESSAGES: readonly Case[] = [
  ...[tokenDataId, OTHER_TOKEN.tokenDataId, null].flatMap((subject) =>
    // A bid on an item names it.
    ACTIVITY_KINDS.filter((kind) => subject !== null || !BIDS_ON_ITEMS.has(kind)).map((kind): Case => {
      const activity = { kind, tokenDataId: subject, collectionId, from: YOU, to: null, price: '1' } as Activity
      // A bid on an item brings nothing to the others. A mint puts nothing up for sale.
      const ofCollection = kind !== 'mint' && !BIDS_ON_ITEMS.has(kind)
      const ofItem = ofCollection || (BIDS_ON_ITEMS.has(kind) && subject === tokenDataId)
      const of = subject === null ? 'no item' : subject === tokenDataId ? 'the item' : 'another item'
      return [`${kind} of ${of}`, { kind: 'activity', ...BASE, activity }, { ofItem, ofCollection }]
    }),
  ),
  ['floor_change', { kind: 'floor_change', ...BASE, ...CHANGE }, both(true)],
  ['listings_change', { kind: 'listings_change', ...BASE }, both(true)],
  ['bid_change', { kind: 'bid_change', ...BASE, ...CHANGE }, both(true)],
  ['bid_change below the best one', { kind: 'bid_change', ...BASE, old: '2', new: '2' }, both(true)],
  ['volume_change', { kind: 'volume_change', ...BASE, ...CHANGE }, both(false)],
  ['tokens_change', { kind: 'tokens_change', ...BASE }, both(false)],
]

function both(isFollowed: boolean): Case[2] {
  return { ofItem: isFollowed, ofCollection: isFollowed }
}

// @feature bid.fat-finger
it.each(MESSAGES)(
  'what a bid is compared with is fetched again after %s where that may change it',
  async (_, message, { ofItem, ofCollection }) => {
    for (const [bidOn, isFollowed] of [
      [ITEM, ofItem],
      [COLLECTION, ofCollection],
    ] as const) {
      const client = new QueryClient()
      const invalidated = vi.spyOn(client, 'invalidateQueries')
      const wrapper = ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      )
      const hook = renderHook(() => useLiveReferences(bidOn, ['one'], ['other', collectionId]), { wrapper })
      deliverLive({ ...message, collectionId: `0x${'9'.repeat(64)}` })
      await vi.advanceTimersByTimeAsync(5_000)
      expect(invalidated).not.toHaveBeenCalled()
      deliverLive(message)
      await vi.advanceTimersByTimeAsync(5_000)
      const keys = invalidated.mock.calls.map(([filter]) => filter?.queryKey)
      expect(keys, bidOn === ITEM ? 'bid on the item' : 'bid on the collection').toEqual(
        isFollowed ? [['one'], ['other', collectionId]] : [],
      )
      hook.unmount()
    }
  },
)
