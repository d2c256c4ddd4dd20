import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

/** An endless list as a table or a grid takes it. */
export interface EndlessList<Row> extends ListEnd {
  /** Rows of all loaded pages, each once, where it came first. */
  readonly rows: readonly Row[]
  /** Placeholders to show while the first page, or another one, is loading. */
  readonly pending: number
}

type Page<Row> = readonly Row[] | { readonly data: readonly Row[] }

/**
 * Joins the pages of an infinite query to one list without duplicates: a row that moves between two pages while the user
 * scrolls is in both.
 *
 * @param keyOf names a row; the same function at every render.
 * @source docs/product/site.md#distinct-rows
 */
export function useEndlessList<Row>(
  list: Pages & { readonly data?: InfiniteData<Page<Row>> | undefined } & Parameters<typeof placeholders>[0],
  keyOf: (row: Row) => string,
): EndlessList<Row> {
  const rows = useMemo(() => distinctRows(list.data?.pages ?? [], keyOf), [list.data, keyOf])
  return { rows, pending: placeholders(list), ...listEnd(list) }
}

/** What happens at the end of a list that comes page by page; spread on a table or a grid. */
export interface ListEnd {
  /** Asks for the next page as one comes near; null when there is none, and where it failed: then only on request. */
  readonly onEndReached: (() => void) | null
  /** Asks for the page that failed; null while none did. */
  readonly onRetryMore: (() => void) | null
}

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isRefetching' | 'isFetchNextPageError' | 'fetchNextPage'>

/**
 * Returns what the end of a list does: asks for more, or waits for the user where that failed. While the loaded pages are
 * refetched it waits, too: a further page would cancel that and leave them stale.
 */
export function listEnd(list: Pages): ListEnd {
  const more = list.hasNextPage && !list.isRefetching ? () => void list.fetchNextPage() : null
  return list.isFetchNextPageError
    ? { onEndReached: null, onRetryMore: more }
    : { onEndReached: more, onRetryMore: null }
}

/** Returns the rows of all pages, each once and where it came first. */
export function distinctRows<Row>(pages: readonly Page<Row>[], keyOf: (row: Row) => string): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const page of pages) {
    for (const row of 'data' in page ? page.data : page) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row)
  }
  return [...rows.values()]
}

/** @source docs/product/site.md#placeholders */
const PLACEHOLDERS = 50

/** Returns how many placeholders stand in a list while its first page, or more of it, is on its way. */
export function placeholders(list: { readonly isPending: boolean; readonly isFetchingNextPage: boolean }): number {
  return list.isPending || list.isFetchingNextPage ? PLACEHOLDERS : 0
}
