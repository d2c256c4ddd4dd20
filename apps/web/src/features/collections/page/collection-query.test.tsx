import type { Activity } from '@opal/contract/activities'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSite } from '../../../app/site.tsx'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { expectPacedRefetches } from '../../../testing/expect-paced-refetches.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
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

// @feature collection.live-figures
it.each([
  ['floor_change', 'floorPrice'],
  ['bid_change', 'topBid'],
  ['volume_change', 'allTimeVolume'],
] as const)('shows what a %s says that comes while an answer from before it is on its way', async (kind, member) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let value = '5'
  let asked = 0
  const late = Promise.withResolvers<void>()
  const fetchPrints = async () => {
    asked += 1
    const answer = { ...testingCollection('0x1'), [member]: value }
    if (asked === 2) await late.promise
    return answer
  }
  function Prints() {
    const { data } = useQuery({ ...collectionQuery(useSite().api, 'prints'), queryFn: fetchPrints })
    useLiveCollection('prints', '0x1')
    return String(data?.[member])
  }
  const { container } = renderSite(<Prints />, {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  act(() => deliverLive({ kind: 'listings_change', id: '1', collectionId: '0x1', version: '9', at: '1' }))
  await pass(200)
  expect(asked).toBe(2)
  value = '7'
  act(() => deliverLive({ kind, id: '2', collectionId: '0x1', version: '9', at: '1', old: '5', new: '7' }))
  late.resolve()
  await pass(10_000)
  expect(container.textContent).toContain('7')
})
