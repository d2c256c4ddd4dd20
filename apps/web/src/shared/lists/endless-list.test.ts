import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { distinctRows, listEnd, placeholders } from './endless-list.ts'

// @feature outage.more
it('retries a failed page only on request', () => {
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
it('loads no further page while the loaded pages are refetched', () => {
  const end = listEnd({ hasNextPage: true, isRefetching: true, isFetchNextPageError: false, fetchNextPage: vi.fn() })
  expect(end).toEqual({ onEndReached: null, onRetryMore: null })
})

it('returns every row of all pages once, at its first position', () => {
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
it('shows fifty placeholders while the first or another page loads, and none otherwise', () => {
  expect(placeholders({ isPending: true, isFetchingNextPage: false })).toBe(50)
  expect(placeholders({ isPending: false, isFetchingNextPage: true })).toBe(50)
  expect(placeholders({ isPending: false, isFetchingNextPage: false })).toBe(0)
})
