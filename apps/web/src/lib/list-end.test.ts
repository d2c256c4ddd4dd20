import { expect, it, vi } from 'vitest'
import { listEnd } from './list-end.ts'

// @feature outage.more
it('a page that failed is asked for on request alone', () => {
  const fetchNextPage = vi.fn()
  const end = (hasNextPage: boolean, isFetchNextPageError: boolean) =>
    listEnd({ hasNextPage, isFetchNextPageError, fetchNextPage })
  end(true, false).onEndReached?.()
  expect(fetchNextPage).toHaveBeenCalledOnce()
  expect(end(true, false).onRetryMore).toBeNull()
  expect(end(true, true).onEndReached).toBeNull()
  end(true, true).onRetryMore?.()
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
  expect(end(false, false)).toEqual({ onEndReached: null, onRetryMore: null })
})
