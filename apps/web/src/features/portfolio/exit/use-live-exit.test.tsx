// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { testingExitItem } from '../testing/testing-exit.ts'
import { exitKey } from './exit-query.ts'
import { useLiveExit } from './use-live-exit.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ITEMS = [testingExitItem('0xa', '5')]
const SECOND = `0x${'8'.repeat(64)}`
const [HELD, OTHER] = [ITEMS[0]?.collectionId ?? '', `0x${'9'.repeat(64)}`]

function Exit({ onFetch }: { readonly onFetch: () => null }) {
  useQuery({ queryKey: [...exitKey(ME), {}], queryFn: onFetch })
  useLiveExit(ME, [ME, SECOND], ITEMS)
  return null
}

const base = (collectionId: string) => ({ id: '1', collectionId, version: '1', at: '1' })
const change = (kind: 'bid_change' | 'floor_change', collectionId: string): LiveMessage => {
  return { kind, ...base(collectionId), old: '1', new: '1' }
}
const activity = (to: string | null, collectionId: string): LiveMessage => {
  return { kind: 'activity', ...base(collectionId), activity: { from: null, to, collectionId } as unknown as Activity }
}

// @feature exit.live
it('follows bids, floors and trades of the planned collections and of the wallet, and nothing else, at a measured pace', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = vi.fn(() => null)
  renderSite(<Exit onFetch={fetched} />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  let times = 1
  const timed = (collectionId: string): LiveMessage => ({ kind: 'listings_change', ...base(collectionId) })
  const ours = [
    change('bid_change', HELD),
    change('floor_change', HELD),
    timed(HELD),
    activity(null, HELD),
    activity(ME, OTHER),
    activity(SECOND, OTHER),
  ]
  for (const message of ours) {
    act(() => deliverLive(message))
    await pass(25_000)
    times += 1
    expect(fetched).toHaveBeenCalledTimes(times)
  }
  for (const message of [
    timed(OTHER),
    change('bid_change', OTHER),
    change('floor_change', OTHER),
    activity(null, OTHER),
  ])
    act(() => deliverLive(message))
  await pass(25_000)
  expect(fetched).toHaveBeenCalledTimes(times)
  for (let at = 0; at < 600; at += 1) {
    act(() => deliverLive(change('bid_change', HELD)))
    await pass(100)
  }
  // A minute without end: about every twenty seconds.
  expect(fetched.mock.calls.length - times).toBeLessThan(7)
  expect(fetched.mock.calls.length - times).toBeGreaterThan(2)
})
