import type { Activity } from '@opal/contract/activities'
import { useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSite } from '../../../app/site.tsx'
import { deliverLive, liveTopics } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME, NO_TERMS, testingItem, testingListing } from '../../../testing/testing-item.ts'
import { itemsChoice, itemsQuery } from '../portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { useLiveItems } from './use-live-items.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const idOf = (at: number) => `0x${String(at).padStart(64, '0')}`

type Row = ReturnType<typeof testingItem>

const CHOICE = itemsChoice(DEFAULT_PORTFOLIO_VIEW)

/** The list as it was rendered last. */
let shown: ReturnType<typeof useItems>

const useItems = () => useInfiniteQuery(itemsQuery(useSite().api, ME, CHOICE))

function Items() {
  const query = itemsQuery(useSite().api, ME, CHOICE)
  shown = useItems()
  useLiveItems(ME, CHOICE, query.queryKey)
  return null
}

it.each([
  ['tokens are sent to the wallet', (id: string | null) => ({ data: id === null ? [] : [testingItem(id)], total: 1 })],
  [
    'no single row can be fetched',
    (id: string | null) => {
      if (id !== null) throw new ApiFailure(500, 'out of order')
      return { data: [], total: 0 }
    },
  ],
])('refetches the list soon after an event, and seldom while %s without end', async (_, answerFor) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let asked = 0
  renderSite(<Items />, {
    [`/data/user/tokens/${ME}`]: (_body: unknown, { searchParams }: URL) => {
      const id = searchParams.get('tokenDataId')
      if (id === null) asked += 1
      return { ...answerFor(id), nextCursor: null }
    },
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const send = (at: number) => {
    const activity = { tokenDataId: idOf(at), from: null, to: ME, kind: 'transfer' } as unknown as Activity
    const message = { kind: 'activity', id: String(at), collectionId: null, version: '1', at: '1', activity } as const
    act(() => deliverLive(message))
  }
  const soon = async () => {
    await pass(10)
    return asked
  }
  await expect.poll(soon).toBe(1)
  send(1)
  await expect.poll(soon).toBe(2)
  for (let at = 2; at < 100; at += 1) {
    send(at)
    await pass(100)
  }
  expect(asked).toBeGreaterThan(2)
  expect(asked).toBeLessThan(8)
})

it.each(['bid_change', 'floor_change'] as const)(
  'refetches rows soon after a %s of their collection, and seldom while there is another without end',
  async (kind) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const item = testingItem(idOf(1))
    let asked = 0
    renderSite(<Items />, {
      [`/data/user/tokens/${ME}`]: (_body: unknown, { searchParams }: URL) => {
        if (searchParams.has('tokenDataId')) asked += 1
        return { data: [item], nextCursor: null, total: 1 }
      },
    })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const bid = (at: number) => {
      const base = { id: String(at), collectionId: item.collectionId, version: String(at), at: '1' }
      act(() => deliverLive({ kind, ...base, old: '1', new: '2' }))
    }
    const soon = async () => {
      await pass(10)
      return asked
    }
    await pass(100)
    bid(0)
    await expect.poll(soon).toBe(1)
    for (let at = 1; at < 600; at += 1) {
      bid(at)
      await pass(100)
    }
    expect(asked).toBeGreaterThan(5)
    expect(asked).toBeLessThan(10)
  },
)

// @feature items.live-terms, live.frozen
it('refetches the listed items of a collection whose listings have changed without an activity, and no others of it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const terms = {
    ...NO_TERMS,
    startPrice: '300000000',
    endPrice: '50000000',
    fallsFromSeconds: '1',
    fallsUntilSeconds: '4000000000',
    nextChangeSeconds: '7',
  }
  const [falling, fixed, unlisted] = [1, 2, 3].map((at) =>
    testingItem(idOf(at), {
      ownListings: at === 3 ? [] : [testingListing(idOf(at), at === 1 ? { terms } : {})],
    }),
  )
  const asked: string[][] = []
  let areLoaded = false
  renderSite(<Items />, {
    [`/data/user/tokens/${ME}`]: (_body: unknown, { searchParams }: URL) => {
      const ids = searchParams.getAll('tokenDataId')
      if (ids.length > 0) asked.push(ids)
      areLoaded = true
      return { data: [falling, fixed, unlisted], nextCursor: null, total: 3 }
    },
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const soon = async () => {
    await pass(10)
    return asked
  }
  await expect
    .poll(async () => {
      await soon()
      return areLoaded
    })
    .toBe(true)
  await pass(100)
  const base = { collectionId: falling?.collectionId ?? '', version: '1', at: '1' }
  act(() => deliverLive({ kind: 'listings_change', id: '1', ...base, collectionId: idOf(9) }))
  await pass(1_000)
  expect(asked).toEqual([])
  act(() => deliverLive({ kind: 'listings_change', id: '2', ...base }))
  await expect.poll(soon).toEqual([[idOf(1), idOf(2)]])
  // All of them are worth what their floor makes them.
  act(() => deliverLive({ kind: 'floor_change', id: '3', ...base, old: '2', new: '1' }))
  await expect.poll(soon).toEqual([
    [idOf(1), idOf(2)],
    [idOf(1), idOf(2), idOf(3)],
  ])
})

// @feature token.metadata-live
it('shows the image of an item once its metadata has come, and asks for no other item then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const described = testingItem(idOf(1), { image: 'ipfs://one' })
  const minted = testingItem(idOf(2), { image: null })
  const asked: string[][] = []
  let isLoaded = false
  renderSite(<Items />, {
    [`/data/user/tokens/${ME}`]: (_body: unknown, { searchParams }: URL) => {
      const ids = searchParams.getAll('tokenDataId')
      if (ids.length > 0) asked.push(ids)
      isLoaded = true
      const data = ids.length === 0 ? [described, minted] : [{ ...minted, image: 'ipfs://two' }]
      return { data, nextCursor: null, total: 2 }
    },
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const soon = async () => {
    await pass(10)
    return asked
  }
  const after = async (ms: number) => {
    await pass(ms)
    return isLoaded
  }
  await expect.poll(() => after(10)).toBe(true)
  await pass(100)
  const { collectionId } = minted
  const announce = (id: string) =>
    act(() => deliverLive({ kind: 'tokens_change', id, collectionId, version: id, at: '1' }))
  expect(liveTopics.get()).toContainEqual({ collectionId })
  announce('1')
  await expect.poll(soon).toEqual([[idOf(2)]])
  // Its room is left.
  await pass(100)
  expect(liveTopics.get()).not.toContainEqual({ collectionId })
  announce('2')
  await pass(5_000)
  expect(asked).toEqual([[idOf(2)]])
})

// @feature portfolio.live-sale
it('does not count an item that is sold while the pages that counted it are on their way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const [first, second, third] = [1, 2, 3].map((at) => testingItem(idOf(at))) as [Row, Row, Row]
  let held = [first, second]
  const answerMs = 100
  renderSite(<Items />, {
    // One item on the first page, all others on the second one.
    [`/data/user/tokens/${ME}`]: async (_body: unknown, { searchParams }: URL) => {
      const ids = searchParams.getAll('tokenDataId')
      const page = searchParams.has('cursor') ? held.slice(1) : held.slice(0, 1)
      const data = ids.length > 0 ? held.filter(({ tokenDataId }) => ids.includes(tokenDataId)) : page
      const nextCursor = ids.length > 0 || searchParams.has('cursor') ? null : 'second page'
      const total = held.length
      await new Promise((resolve) => setTimeout(resolve, answerMs))
      return { data, nextCursor, total }
    },
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const move = (at: number, change: Partial<Activity>) => {
    const activity = { tokenDataId: idOf(at), kind: 'transfer', from: null, to: null, ...change } as Activity
    act(() => deliverLive({ kind: 'activity', id: String(at), collectionId: null, version: '1', at: '1', activity }))
  }
  const rows = async () => {
    await pass(10)
    return shown.data?.pages.flatMap(({ data }) => data.map(({ tokenDataId }) => tokenDataId))
  }
  await expect.poll(rows).toEqual([idOf(1)])
  act(() => void shown.fetchNextPage())
  await expect.poll(rows).toEqual([idOf(1), idOf(2)])
  held = [first, second, third]
  move(3, { to: ME })
  const isLoading = async () => {
    await pass(10)
    return shown.isFetching
  }
  // The first page has been counted, and not arrived.
  await expect.poll(isLoading).toBe(true)
  held = [first, third]
  move(2, { from: ME, to: idOf(9) })
  await pass(5_000)
  await expect.poll(rows).toEqual([idOf(1), idOf(3)])
  expect(shown.data?.pages[0]?.total).toBe(2)
})

// @feature portfolio.value-shown
it('shows a price that was read while the next page was on its way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const image = 'ipfs://item/1.png'
  const rowOf = (at: number, price: string) =>
    testingItem(idOf(at), { image, ownListings: [testingListing(idOf(at), { price })] })
  let held = [rowOf(1, '5'), rowOf(2, '5')]
  renderSite(<Items />, {
    [`/data/user/tokens/${ME}`]: async (_body: unknown, { searchParams }: URL) => {
      const ids = searchParams.getAll('tokenDataId')
      const page = searchParams.has('cursor') ? held.slice(1) : held.slice(0, 1)
      const data = ids.length > 0 ? held.filter(({ tokenDataId }) => ids.includes(tokenDataId)) : page
      const nextCursor = ids.length > 0 || searchParams.has('cursor') ? null : 'second page'
      await new Promise((resolve) => setTimeout(resolve, ids.length > 0 ? 200 : 1_000))
      return { data, nextCursor, total: held.length }
    },
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const prices = async () => {
    await pass(10)
    return shown.data?.pages.flatMap(({ data }) => data.map(({ ownListings: [listing] }) => listing?.price))
  }
  await expect.poll(prices).toEqual(['5'])
  held = [rowOf(1, '4'), rowOf(2, '5')]
  const activity = { tokenDataId: idOf(1), kind: 'reprice', from: ME, to: null } as Activity
  act(() => deliverLive({ kind: 'activity', id: '1', collectionId: null, version: '1', at: '1', activity }))
  // The row is on its way, and comes before the page.
  await pass(150)
  act(() => void shown.fetchNextPage())
  await pass(10_000)
  await expect.poll(prices).toEqual(['4', '5'])
})
