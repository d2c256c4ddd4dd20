import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { distinctRows, listEnd, placeholders } from './endless-list.ts'

// @feature outage.more
it('a page that failed is asked for on request alone', () => {
  const fetchNextPage = vi.fn()
  const end = (hasNextPage: boolean, isFetchNextPageError: boolean) =>
    listEnd({ hasNextPage, isRefetching: false, isFetchNextPageError, fetchNextPage })
  end(true, false).onEndReached?.()
  expect(fetchNextPage).toHaveBeenCalledOnce()
  expect(end(true, false).onRetryMore).toBeNull()
  expect(end(true, true).onEndReached).toBeNull()
  end(true, true).onRetryMore?.()
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
  expect(end(false, false)).toEqual({ onEndReached: null, onRetryMore: null })
})

// @feature items.live-filtered
it('asks for nothing more while the loaded pages are read anew', () => {
  const end = listEnd({ hasNextPage: true, isRefetching: true, isFetchNextPageError: false, fetchNextPage: vi.fn() })
  expect(end).toEqual({ onEndReached: null, onRetryMore: null })
})

it('has every row of all pages once, in the order in which they came first', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(9))), (pages) => {
      const rows = distinctRows(
        pages.map((data) => ({ data })),
        String,
      )
      expect(rows).toEqual([...new Set(pages.flat())])
    }),
  )
})

// @feature table.placeholders
it('fifty stand in a list while its first page or more of it is on its way, and none otherwise', () => {
  expect(placeholders({ isPending: true, isFetchingNextPage: false })).toBe(50)
  expect(placeholders({ isPending: false, isFetchingNextPage: true })).toBe(50)
  expect(placeholders({ isPending: false, isFetchingNextPage: false })).toBe(0)
})
