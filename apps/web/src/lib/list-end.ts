import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** What happens at the end of a list that comes page by page; spread on a table or a grid. */
export interface ListEnd {
  /** Asks for the next page as one comes near; null when there is none, and where it failed: then only on request. */
  readonly onEndReached: (() => void) | null
  /** Asks for the page that did not come; null while none failed. */
  readonly onRetryMore: (() => void) | null
}

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isRefetching' | 'isFetchNextPageError' | 'fetchNextPage'>

/**
 * What the end of a list does: asks for more, or waits for the reader where that failed. While the loaded pages are read anew it
 * waits, too: a further page would call that off, and leave them as they were.
 */
export function listEnd(list: Pages): ListEnd {
  const more = list.hasNextPage && !list.isRefetching ? () => void list.fetchNextPage() : null
  return list.isFetchNextPageError
    ? { onEndReached: null, onRetryMore: more }
    : { onEndReached: more, onRetryMore: null }
}
