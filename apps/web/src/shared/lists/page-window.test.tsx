import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import {
  FIRST_PLACE,
  MAX_PAGES,
  type PagePlace,
  placeAt,
  sharePages,
  useListStart,
  windowedPages,
} from './page-window.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

const PAGE = 3

interface Page {
  readonly data: readonly { readonly id: number }[]
  readonly nextCursor: string | null
}

/** A list of numbered rows, as the API pages it. */
function openList(rows: number) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const query = {
    queryKey: ['rows', rows],
    queryFn: async ({ pageParam }: { pageParam: PagePlace }): Promise<Page> => {
      const from = Number(pageParam.cursor ?? 0)
      const data = Array.from({ length: Math.min(PAGE, rows - from) }, (_, at) => ({ id: from + at }))
      return { data, nextCursor: from + PAGE < rows ? String(from + PAGE) : null }
    },
    ...windowedPages<Page>(),
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      const list = useInfiniteQuery(query)
      return { list, start: useListStart(list, query) }
    },
    { wrapper },
  )
  const ids = () => result.current.list.data?.pages.flatMap(({ data }) => data.map(({ id }) => id)) ?? []
  const idle = () => waitFor(() => expect(result.current.list.isFetching).toBe(false))
  return { result, ids, idle }
}

/** Pages that are scrolled down, or a row further up that is scrolled or jumped to. */
const step = fc.oneof(fc.record({ pages: fc.integer({ min: 1, max: 30 }) }), fc.nat(200))

// @feature items.long-list
it('has a gapless part of the list in memory, of bounded size, however the user scrolls and jumps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.array(step, { maxLength: 8 }), async (rows, steps) => {
      const { result, ids, idle } = openList(rows)
      await idle()
      for (const one of steps) {
        const { list, start } = result.current
        if (typeof one !== 'number') for (let page = 0; page < one.pages; page += 1) await list.fetchNextPage()
        else if (start.onStartReached !== null && one < start.skipped) {
          start.onStartReached(one)
          await waitFor(() => expect(result.current.start.skipped).toBeLessThan(start.skipped))
          // Whatever was asked for is there.
          expect(ids()).toContain(one)
        }
        await idle()
        const { skipped } = result.current.start
        expect(ids()).toEqual(Array.from({ length: ids().length }, (_, at) => skipped + at))
        expect(result.current.list.data?.pages.length).toBeLessThanOrEqual(MAX_PAGES)
        expect(result.current.start.onStartReached === null).toBe(skipped === 0)
      }
      cleanup()
    }),
    { numRuns: 15 },
  )
})

it('finds the page that contains a row, and the first page where none before does', () => {
  const second = { cursor: 'b', skipped: 50, before: FIRST_PLACE }
  const third = { cursor: 'c', skipped: 98, before: second }
  expect([0, 49, 50, 97, 98, 5_000].map((index) => placeAt(third, index))).toEqual([
    FIRST_PLACE,
    FIRST_PLACE,
    second,
    second,
    third,
    third,
  ])
})

it('shares unchanged rows between two states of a list, although its first page has left', () => {
  const page = (id: number, name = 'same') => ({ data: [{ id, name }], nextCursor: String(id + 1) })
  const places = [0, 1, 2].map((at) => ({ cursor: String(at), skipped: at, before: null }))
  const before = { pages: [page(0), page(1)], pageParams: places.slice(0, 2) }
  const after = sharePages(before, { pages: [page(1), page(2)], pageParams: places.slice(1) }) as typeof before
  expect(after.pages[0]).toBe(before.pages[1])
  expect(after.pages[1]).toEqual(page(2))
  const changed = sharePages(before, { ...before, pages: [page(0), page(1, 'other')] }) as typeof before
  expect(changed.pages[0]).toBe(before.pages[0])
  expect(changed.pages[1]).toEqual(page(1, 'other'))
  expect(sharePages(before, structuredClone(before))).toBe(before)
  expect(sharePages(undefined, before)).toEqual(before)
})
