import { expect, it, vi } from 'vitest'
import { listEnd } from './list-end.ts'

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
