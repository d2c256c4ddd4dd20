import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

/** Props of an endless list, for a table or a grid. */
export interface EndlessList<Row> extends ListEnd {
  /** Rows of all loaded pages, each once, at its first position. */
  readonly rows: readonly Row[]
  /** Number of placeholders while the first page, or another one, loads. */
  readonly pending: number
}

/** Props of a list whose first page may fail to load. */
export interface ListFailure {
  /** Loads the rows again; null unless they failed to load. */
  readonly onRetry: (() => void) | null
  readonly error?: unknown
}

type Page<Row> = readonly Row[] | { readonly data: readonly Row[] }

/**
 * Joins the pages of an infinite query to one list without duplicates: a row that moves between two pages while the user
 * scrolls is in both.
 *
 * @param keyOf returns a row's key; must be the same function at every render.
 * @source docs/product/site.md#distinct-rows
 */
export function useEndlessList<Row>(
  list: Pages & { readonly data?: InfiniteData<Page<Row>> | undefined } & Parameters<typeof placeholders>[0],
  keyOf: (row: Row) => string,
): EndlessList<Row> {
  const rows = useMemo(() => distinctRows(list.data?.pages ?? [], keyOf), [list.data, keyOf])
  return { rows, pending: placeholders(list), ...listEnd(list) }
}

/** Callbacks at the end of a paged list, for a table or a grid. */
export interface ListEnd {
  /** Loads the next page; null when there is none, and after a failure: then only on request. */
  readonly onEndReached: (() => void) | null
  /** Retries the page that failed; null while none did. */
  readonly onRetryMore: (() => void) | null
}

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isRefetching' | 'isFetchNextPageError' | 'fetchNextPage'>

/**
 * Returns the callbacks at the end of a list. While the loaded pages are refetched, the next page waits: it would cancel the
 * refetch and leave them stale.
 */
export function listEnd(list: Pages): ListEnd {
  const more = list.hasNextPage && !list.isRefetching ? () => void list.fetchNextPage() : null
  return list.isFetchNextPageError
    ? { onEndReached: null, onRetryMore: more }
    : { onEndReached: more, onRetryMore: null }
}

/** Most rows of a list that loads nothing by being scrolled. @source docs/product/site.md#endless-lists */
const FEW_ROWS = 5

/**
 * Loads further pages while a filter that the API does not know leaves few rows of those that are loaded: a short list loads nothing by
 * being scrolled.
 * @param count rows that the filter leaves.
 */
export function useEnoughRows(
  list: Pages & { readonly data?: InfiniteData<unknown> | undefined; readonly isFetching: boolean },
  count: number,
): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const isWanted = count <= FEW_ROWS && hasNextPage && !isFetching && !isFetchNextPageError
  const pages = list.data?.pages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may begin and end loading between two renders.
  useEffect(() => {
    if (isWanted) void fetchNextPage()
  }, [isWanted, pages, fetchNextPage])
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

/** Returns the number of placeholders of a list: 50 while its first or another page loads, else 0. */
export function placeholders(list: { readonly isPending: boolean; readonly isFetchingNextPage: boolean }): number {
  return list.isPending || list.isFetchingNextPage ? PLACEHOLDERS : 0
}
