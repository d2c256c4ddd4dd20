import type { Activity } from '@opal/contract/activities'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSite } from '../../../app/site.tsx'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { collectionQuery, useLiveCollection } from './collection-query.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The part of a collection's page that counts. */
function Collection({ onFetch }: { readonly onFetch: () => null }) {
  useQuery({ ...collectionQuery(useSite().api, 'prints'), queryFn: onFetch })
  useLiveCollection('prints', '0x1')
  return null
}

it('is refetched soon after an event, and every few seconds while they come without end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = vi.fn(() => null)
  renderSite(<Collection onFetch={fetched} />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const deliver = (id: number) => {
    const activity = { kind: 'list', tokenDataId: '0x2' } as Activity
    act(() =>
      deliverLive({ kind: 'activity', id: String(id), collectionId: '0x1', version: String(id), at: '1', activity }),
    )
  }
  await pass(10)
  expect(fetched).toHaveBeenCalledTimes(1)
  deliver(1)
  await pass(110)
  expect(fetched).toHaveBeenCalledTimes(2)
  act(() => deliverLive({ kind: 'listings_change', id: '1', collectionId: '0x1', version: '1', at: '1' }))
  await pass(1_000)
  expect(fetched).toHaveBeenCalledTimes(3)
  for (let id = 2; id < 100; id += 1) {
    deliver(id)
    await pass(100)
  }
  await pass(10_000)
  expect(fetched.mock.calls.length).toBeGreaterThan(4)
  expect(fetched.mock.calls.length).toBeLessThan(12)
})
