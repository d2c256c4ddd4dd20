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

/**
 * The rows of all pages that were read, each once and where it came first: what moves between two pages while somebody
 * scrolls is in both. @source docs/product/site.md#distinct-rows
 */
export function distinctRows<Row>(
  pages: readonly { readonly data: readonly Row[] }[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const { data } of pages) {
    for (const row of data) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row)
  }
  return [...rows.values()]
}

/** @source docs/product/site.md#placeholders */
const PLACEHOLDERS = 50

/** Returns how many placeholders stand in a list while its first page, or more of it, is on its way. */
export function placeholders(list: { readonly isPending: boolean; readonly isFetchingNextPage: boolean }): number {
  return list.isPending || list.isFetchingNextPage ? PLACEHOLDERS : 0
}
