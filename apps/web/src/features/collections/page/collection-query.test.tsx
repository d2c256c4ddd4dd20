import type { Activity } from '@opal/contract/activities'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSite } from '../../../app/site.tsx'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { expectPacedRefetches } from '../../../testing/expect-paced-refetches.ts'
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

it('is refetched soon after an event, and every few seconds while they come without end', () =>
  expectPacedRefetches(
    null,
    (onFetch) => <Collection onFetch={onFetch} />,
    (id) => ({
      kind: 'activity',
      id,
      collectionId: '0x1',
      version: id,
      at: '1',
      activity: { kind: 'list', tokenDataId: '0x2' } as Activity,
    }),
  ))

it.each([
  ['listings have changed', 'listings_change'],
  ['its items were described, as its own image may be by then', 'tokens_change'],
] as const)('is refetched when %s without an event', async (_, kind) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = vi.fn(() => null)
  renderSite(<Collection onFetch={fetched} />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  act(() => deliverLive({ kind, id: '1', collectionId: '0x1', version: '1', at: '1' }))
  await pass(1_000)
  expect(fetched).toHaveBeenCalledTimes(2)
})
