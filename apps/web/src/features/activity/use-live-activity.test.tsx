import type { Activity } from '@opal/contract/activities'
import { runs } from '@opal/domain/testing/effort/config'
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSite } from '../../app/site.tsx'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { type ActivityPage, type ActivityScope, type ActivityView, activityQuery } from './activity-query.ts'
import { DEFAULT_ACTIVITY_VIEW } from './activity-view.ts'
import { addOnTop, useLiveActivity } from './use-live-activity.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const row = (id: string) => ({ id }) as Activity
const cached = { pages: [{ data: [row('2'), row('1')], nextCursor: null }], pageParams: [null] }

it('inserts new rows at the top, and none twice', () => {
  expect(addOnTop(cached, [row('4'), row('3'), row('2')])?.pages[0]?.data.map(({ id }) => id)).toEqual([
    '4',
    '3',
    '2',
    '1',
  ])
})

it('returns a list unchanged that has all rows, or that is not loaded', () => {
  expect(addOnTop(cached, [row('1')])).toBe(cached)
  expect(addOnTop(undefined, [row('1')])).toBeUndefined()
})

const SCOPE = { collectionId: `0x${'5'.repeat(64)}` }
const PAGE_SIZE = 50

function activityOf(version: number): Activity {
  return {
    id: `${version}-0`,
    version: String(version),
    eventIndex: 0,
    kind: 'list',
    activityType: { title: 'List' },
    marketplace: 'own',
    price: '1',
    amount: '1',
    buyer: null,
    seller: null,
    from: null,
    to: null,
    tokenDataId: SCOPE.collectionId,
    tokenName: 'Stone',
    tokenImage: null,
    ...SCOPE,
    collectionName: 'Stones',
    collectionSlug: 'stones',
    tokenStandard: 'v2',
    offerOrListingId: null,
    atMicros: '1',
    transactionHash: null,
  }
}

/** A list of activity of which the server has all, newest first. */
function openList(scope: ActivityScope = SCOPE) {
  let newest = 200
  let asked = 0
  let tokenImage: string | null = null
  /** Rows that the server's answers do not have yet. */
  let behind = 0
  let answersAfterMs = 0
  let fetchMore: () => Promise<unknown> = async () => {}
  let queries: QueryClient | undefined
  let frame: HTMLDivElement | null = null
  let changeView: (view: ActivityView) => void = () => {}
  function List() {
    queries = useQueryClient()
    const [view, setView] = useState(DEFAULT_ACTIVITY_VIEW)
    changeView = setView
    fetchMore = useInfiniteQuery(activityQuery(useSite().api, scope, view)).fetchNextPage
    const live = useLiveActivity(scope, view)
    return (
      <div
        ref={(element) => {
          frame = element
          live.frame.current = element
        }}
      >
        <button type="button" onClick={live.showWaiting}>
          {live.waiting}
        </button>
      </div>
    )
  }
  const { container } = renderSite(<List />, {
    '/api/activities': async (_: unknown, { searchParams }: URL) => {
      asked += 1
      const from = Number(searchParams.get('cursor') ?? newest - behind)
      const length = Math.min(PAGE_SIZE, from)
      const data = Array.from({ length }, (_row, at) => ({ ...activityOf(from - at), tokenImage }))
      if (answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answersAfterMs))
      return { data, nextCursor: from > PAGE_SIZE ? String(from - PAGE_SIZE) : null }
    },
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return {
    pass,
    container,
    point: (isInside: boolean) => {
      if (frame !== null) vi.spyOn(frame, 'matches').mockReturnValue(isInside)
    },
    happen: (count: number) =>
      act(() => {
        for (let at = 0; at < count; at += 1) {
          newest += 1
          const activity = activityOf(newest)
          deliverLive({ kind: 'activity', id: activity.id, ...SCOPE, version: activity.version, at: '1', activity })
        }
      }),
    newest: () => newest,
    /** Asks for the next page, or for all, of a server that takes a while. */
    ask: (what: 'more' | 'all', ms: number) => {
      answersAfterMs = ms
      act(() => void (what === 'more' ? fetchMore() : queries?.invalidateQueries()))
    },
    /** From now on answers are without the last rows. */
    lag: (rows: number) => {
      behind = rows
    },
    asked: () => asked,
    /** Its items have been described, which is sent to the room of their collection alone. */
    describe: (image: string | null) => {
      tokenImage = image
      if (scope.collectionId === undefined) return
      act(() => deliverLive({ kind: 'tokens_change', id: 'described', ...SCOPE, version: '1', at: '1' }))
    },
    view: (view: ActivityView) => act(() => changeView(view)),
    pages: (view: ActivityView = DEFAULT_ACTIVITY_VIEW) => {
      const key = activityQuery(null as never, scope, view).queryKey
      return queries?.getQueryData<InfiniteData<ActivityPage>>(key)?.pages ?? []
    },
  }
}

it.each([
  ['seen', false],
  ['held back', true],
])(
  'a bounded number of rows stays in memory while activity comes without end, %s, and none is left out',
  async (_, isInside) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const list = openList()
    await list.pass(10)
    await expect.poll(() => list.pages().length).toBe(1)
    list.point(isInside)
    for (let second = 0; second < 30; second += 1) {
      list.happen(100)
      await list.pass(1_000)
      const rows = list.pages().flatMap(({ data }) => data)
      expect(rows.length + Number(list.container.textContent)).toBeLessThan(900)
    }
    list.point(false)
    act(() => list.container.querySelector('button')?.click())
    await list.pass(3_000)
    list.happen(3)
    await list.pass(10)
    const rows = list.pages().flatMap(({ data }) => data)
    expect(rows.length).toBeLessThan(400)
    expect(rows.map(({ version }) => Number(version))).toEqual(rows.map((_row, at) => list.newest() - at))
    expect(list.pages().at(-1)?.nextCursor).toBe(String(list.newest() - rows.length))
  },
)

it('shows no row that waited under a filter to which it does not belong by now', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const list = openList()
  await list.pass(10)
  await expect.poll(() => list.pages().length).toBe(1)
  list.point(true)
  list.happen(3)
  list.lag(3)
  const sales = { ...DEFAULT_ACTIVITY_VIEW, types: ['sales'] as const }
  list.view(sales)
  await list.pass(10)
  await expect.poll(() => list.pages(sales).length).toBe(1)
  act(() => list.container.querySelector('button')?.click())
  expect(list.pages(sales)[0]?.data[0]?.version).toBe(String(list.newest() - 3))
})

it('shows the images of rows that had none once the items are described, and moves nothing under the pointer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const list = openList()
  await list.pass(10)
  await expect.poll(() => list.pages().length).toBe(1)
  const images = () => new Set(list.pages().flatMap(({ data }) => data.map(({ tokenImage }) => tokenImage)))
  list.point(true)
  list.describe('ipfs://stone')
  await list.pass(3_000)
  expect([list.asked(), images()]).toEqual([1, new Set([null])])
  list.point(false)
  list.describe('ipfs://stone')
  await list.pass(3_000)
  await expect.poll(images).toEqual(new Set(['ipfs://stone']))
  // None is missing any more.
  list.describe('ipfs://other')
  await list.pass(3_000)
  expect(list.asked()).toBe(2)
})

const EVERYWHERE: readonly ActivityScope[] = [
  {},
  { walletAddress: SCOPE.collectionId },
  { tokenDataId: SCOPE.collectionId },
]
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] as const

it.each(EVERYWHERE)(
  'of %j finds by itself that items have been described, and moves nothing under the pointer',
  async (scope) => {
    vi.useFakeTimers({ toFake: [...TIMERS] })
    const list = openList(scope)
    await list.pass(10)
    await expect.poll(() => list.pages().length).toBe(1)
    const images = () => new Set(list.pages().flatMap(({ data }) => data.map(({ tokenImage }) => tokenImage)))
    list.point(true)
    list.describe('ipfs://stone')
    await list.pass(20_000)
    expect([list.asked(), images()]).toEqual([1, new Set([null])])
    list.point(false)
    await list.pass(8_000)
    await expect.poll(images).toEqual(new Set(['ipfs://stone']))
    const asked = list.asked()
    await list.pass(60_000)
    expect(list.asked()).toBe(asked)
  },
)

it.each(EVERYWHERE)('of %j asks a dozen times for images that never come', async (scope) => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const list = openList(scope)
  await list.pass(10)
  await expect.poll(() => list.pages().length).toBe(1)
  list.point(false)
  for (let minute = 0; minute < 5; minute += 1) await list.pass(60_000)
  expect(list.asked()).toBe(1 + 12)
})

it('leaves no row out that came before its list is read again from an answer that does not have it yet', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const list = openList({})
  await list.pass(10)
  await expect.poll(() => list.pages().length).toBe(1)
  list.point(false)
  list.happen(2)
  list.lag(2)
  await list.pass(8_000)
  expect(list.asked()).toBeGreaterThan(1)
  const versions = list.pages()[0]?.data.map(({ version }) => Number(version)) ?? []
  expect(versions.slice(0, 4)).toEqual([202, 201, 200, 199])
})

const during = fc.array(fc.record({ count: fc.integer({ min: 1, max: 3 }), afterMs: fc.nat(400) }), { maxLength: 5 })

// @feature activity.live
it('leaves no row out, and shows none twice, that comes while other pages are on their way, whichever these are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('more' as const, 'all' as const), during, fc.nat(700), async (what, some, ms) => {
      vi.useFakeTimers({ toFake: [...TIMERS] })
      const list = openList()
      await list.pass(10)
      await expect.poll(() => list.pages().length).toBe(1)
      list.point(false)
      list.ask(what, ms)
      for (const { count, afterMs } of some) {
        await list.pass(afterMs)
        list.happen(count)
      }
      await list.pass(3_000)
      await expect.poll(() => list.pages().length).toBe(what === 'more' ? 2 : 1)
      const versions = list.pages().flatMap(({ data }) => data.map(({ version }) => Number(version)))
      expect(versions).toEqual(versions.map((_, at) => list.newest() - at))
      cleanup()
      vi.useRealTimers()
    }),
    { numRuns: runs(20) },
  )
})
