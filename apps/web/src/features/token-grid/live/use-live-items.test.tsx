import type { Activity } from '@opal/contract/activities'
import type { Token } from '@opal/contract/tokens'
import { QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { useMemo } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSite } from '../../../app/site.tsx'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { testingToken } from '../../../testing/testing-token.ts'
import { itemsQuery, TRAITS_KEY } from '../items-query.ts'
import { DEFAULT_ITEMS_VIEW } from '../items-view.ts'
import { useLiveItems } from './use-live-items.ts'

// @vitest-environment happy-dom
const TOKEN = testingToken(1, 5)
const NONE = [] as const
const PATH = `/api/collection/${TOKEN.collectionId}/nfts`

beforeEach(() => {
  // The clock too: by it the pause after a fetch is over, however long that took.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The list as the page has it: loaded once, then updated live. */
function ReadItems() {
  const list = useInfiniteQuery(itemsQuery(useSite().api, TOKEN.collectionId, DEFAULT_ITEMS_VIEW))
  const loaded = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data])
  const { frame, items } = useLiveItems(TOKEN.collectionId, DEFAULT_ITEMS_VIEW, loaded, list)
  return <div ref={frame}>{items[0] === undefined ? 'nothing yet' : JSON.stringify(items[0])}</div>
}

function Items() {
  const { frame } = useLiveItems(TOKEN.collectionId, DEFAULT_ITEMS_VIEW, NONE, {
    isFetching: false,
    isRefetching: false,
    isRefetchError: false,
  })
  return <div ref={frame} />
}

/** Opens the items of a collection. @returns how often the API was asked for a row. */
function openItems(): () => number {
  let asked = 0
  const answer = () => {
    asked += 1
    return { data: [TOKEN], nextCursor: null, total: 1 }
  }
  renderSite(<Items />, { [PATH]: answer })
  return () => asked
}

function deliver(id: number, tokenDataId = TOKEN.tokenDataId): void {
  const activity = { tokenDataId } as Activity
  deliverLive({ kind: 'activity', id: String(id), collectionId: TOKEN.collectionId, version: '1', at: '1', activity })
}

// @feature items.batched
it('refetches a row within 100 ms of the first message, however many follow', async () => {
  const asked = openItems()
  for (let id = 0; id < 4; id += 1) {
    deliver(id)
    await act(() => vi.advanceTimersByTimeAsync(40))
  }
  // Nothing that was still waiting counts.
  cleanup()
  await expect.poll(asked).toBe(1)
})

it('refetches it once more for later messages only', async () => {
  const asked = openItems()
  deliver(1)
  deliver(2)
  await act(() => vi.advanceTimersByTimeAsync(100))
  await expect.poll(asked).toBe(1)
  deliver(3)
  await act(() => vi.advanceTimersByTimeAsync(99))
  expect(asked()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await expect.poll(asked).toBe(2)
})

// @feature items.live-terms, live.frozen
it('refetches all rows when listings have changed without an activity, and for no other change of the floor', async () => {
  let listedPrice = '300000000'
  let asked = 0
  const answer = () => {
    asked += 1
    return { data: [{ ...TOKEN, listedPrice }], nextCursor: null, total: 1 }
  }
  const { container } = renderSite(<ReadItems />, { [PATH]: answer })
  const shown = async () => {
    await act(() => vi.advanceTimersByTimeAsync(10))
    return container.textContent
  }
  await expect.poll(shown).toContain('300000000')
  const base = { collectionId: TOKEN.collectionId, version: '1', at: '1' }
  listedPrice = '200000000'
  act(() => deliverLive({ kind: 'floor_change', id: '1', ...base, old: '300000000', new: '200000000' }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(asked).toBe(1)
  act(() => deliverLive({ kind: 'listings_change', id: '2', ...base }))
  await expect.poll(shown).toContain('200000000')
})

// @feature items.batched
it('refetches all rows, every few seconds, where many tokens change, and what is next to them no more often', async () => {
  const asked = { rows: 0, tokens: 0, rest: 0 }
  let name = 'before'
  const answer = (_: unknown, { searchParams }: URL) => {
    const isOne = searchParams.has('tokenId')
    asked[isOne ? 'tokens' : 'rows'] += 1
    if (isOne) return { data: [], nextCursor: null, total: 0 }
    return { data: [{ ...TOKEN, name }], nextCursor: null, total: 1 }
  }
  const { container } = renderSite(<ManyItems onRest={() => ++asked.rest} />, { [PATH]: answer })
  const shown = async () => {
    await act(() => vi.advanceTimersByTimeAsync(1))
    return container.textContent
  }
  await expect.poll(shown).toContain('before')
  for (let tick = 0; tick < 100; tick += 1) {
    if (tick === 99) name = 'after'
    for (let at = 0; at < 20; at += 1) deliver(tick * 20 + at, testingToken(1_000 + tick * 20 + at, 5).tokenDataId)
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked.tokens).toBeGreaterThan(0)
  expect(asked.tokens).toBeLessThanOrEqual(220)
  await expect.poll(shown).toContain('after')
  expect(asked.rows).toBeLessThanOrEqual(14)
  expect(asked.rest).toBeGreaterThan(1)
  expect(asked.rest).toBeLessThanOrEqual(14)
})

// @feature items.batched
it('adds image, best bid, last sale and owner to a new row', async () => {
  const owner = { walletAddress: TOKEN.collectionId, aptosName: 'ada', isWalletAddress: true }
  const topBid = { price: '7', offerId: '1', marketplace: 'own', remainingTokenAmount: '1', topTokenBid: false }
  const complete = { ...TOKEN, image: 'ipfs://cid/1.png', topBid, lastSalePrice: '6', owner }
  let row: Token = TOKEN
  const { container } = renderSite(<ReadItems />, { [PATH]: () => ({ data: [row], nextCursor: null, total: 1 }) })
  // The display is updated by a timer that only the test advances.
  const shown = async () => {
    await act(() => vi.advanceTimersByTimeAsync(1))
    return container.textContent ?? ''
  }
  await expect.poll(shown).toContain(TOKEN.name)
  row = complete
  deliver(1)
  await act(() => vi.advanceTimersByTimeAsync(100))
  await expect.poll(async () => JSON.parse(await shown())).toMatchObject(complete)
})

it('refetches the list when a single row cannot be fetched, and every few seconds while none can be and events come without end', async () => {
  let asked = 0
  const answer = (_: unknown, url: URL) => {
    if (url.searchParams.has('tokenId')) throw new ApiFailure(500, 'out of order')
    asked += 1
    return { data: [TOKEN], nextCursor: null, total: 1 }
  }
  renderSite(<ReadItems />, { [PATH]: answer })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const soon = async () => {
    await pass(10)
    return asked
  }
  await expect.poll(soon).toBe(1)
  deliver(0)
  await expect.poll(soon).toBe(2)
  for (let id = 1; id < 100; id += 1) {
    deliver(id)
    await pass(100)
  }
  expect(asked).toBeGreaterThan(3)
  expect(asked).toBeLessThan(15)
})

// @feature items.live-insert
it('takes the total from the server while not all items are loaded', async () => {
  const asked: string[] = []
  let total = 400
  const answer = (_: unknown, { searchParams }: URL) => {
    asked.push(searchParams.get('tokenId') ?? searchParams.get('limit') ?? '')
    if (searchParams.has('tokenId')) return { data: [testingToken(2, 9)], nextCursor: null, total: 1 }
    const data = Array.from({ length: 15 }, (_row, at) => testingToken(10 + at, 5))
    return { data, nextCursor: 'more', total }
  }
  const { container } = renderSite(<CountedItems />, { [PATH]: answer })
  const shown = async () => {
    await act(() => vi.advanceTimersByTimeAsync(1))
    return container.textContent
  }
  await expect.poll(shown).toBe('400')
  // It was among the 400 all the time.
  deliver(1, testingToken(2, 9).tokenDataId)
  await act(() => vi.advanceTimersByTimeAsync(100))
  await expect.poll(() => asked.includes('1')).toBe(true)
  expect(await shown()).toBe('400')
  total = 401
  deliver(2, testingToken(2, 9).tokenDataId)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await expect.poll(shown).toBe('401')
})

// @feature items.live-still
it('shows what waited for the pointer although all rows could not be fetched in between', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let isDown = false
  const answer = async (_: unknown, { searchParams }: URL) => {
    if (searchParams.has('tokenId')) return { data: [], nextCursor: null, total: 0 }
    if (isDown) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      throw new ApiFailure(500, 'down')
    }
    return { data: [TOKEN], nextCursor: null, total: 1 }
  }
  const { container } = renderSite(<ReadItems />, { [PATH]: answer }, undefined, { queries })
  const shown = async () => {
    await act(() => vi.advanceTimersByTimeAsync(10))
    return container.textContent
  }
  await expect.poll(shown).toContain(TOKEN.name)
  const list = container.querySelector('div') as HTMLElement
  const hover = vi.spyOn(list, 'matches').mockReturnValue(true)
  deliver(1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(await shown()).toContain(TOKEN.name)
  isDown = true
  act(() => void queries.invalidateQueries())
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  hover.mockReturnValue(false)
  act(() => void list.dispatchEvent(new Event('pointerleave')))
  await expect.poll(shown).toBe('nothing yet')
})

/** As on the page, with what is next to the list. */
function ManyItems({ onRest }: { readonly onRest: () => number }) {
  useQuery({ queryKey: [TRAITS_KEY, TOKEN.collectionId], queryFn: onRest })
  return <ReadItems />
}

function CountedItems() {
  const list = useInfiniteQuery(itemsQuery(useSite().api, TOKEN.collectionId, DEFAULT_ITEMS_VIEW))
  const loaded = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data])
  const { frame } = useLiveItems(TOKEN.collectionId, DEFAULT_ITEMS_VIEW, loaded, list)
  return <div ref={frame}>{list.data?.pages[0]?.total}</div>
}
