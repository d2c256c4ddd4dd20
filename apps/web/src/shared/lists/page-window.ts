import { type InfiniteData, replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/** Position at which a page of a long list begins. */
export interface PagePlace {
  /** Null for the first page. */
  readonly cursor: string | null
  /** Rows of all pages before. */
  readonly skipped: number
  /** Position of the page before; null for the first page. */
  readonly before: PagePlace | null
}

/** The place of the first page. */
export const FIRST_PLACE: PagePlace = { cursor: null, skipped: 0, before: null }

/** Pages of a list that stay in memory. Those further up are fetched again when the user scrolls back to them. */
export const MAX_PAGES = 20

interface WindowPage {
  readonly data: readonly unknown[]
  readonly nextCursor: string | null
}

type Loaded<Page> = InfiniteData<Page, PagePlace>

/** Returns the options of an infinite query of which only the pages near the window stay in memory, however long the list is. */
export function windowedPages<Page extends WindowPage>() {
  return {
    initialPageParam: FIRST_PLACE,
    getNextPageParam: (page: Page, _pages: readonly Page[], place: PagePlace): PagePlace | null =>
      page.nextCursor === null
        ? null
        : { cursor: page.nextCursor, skipped: place.skipped + page.data.length, before: place },
    getPreviousPageParam: (_page: Page, _pages: readonly Page[], place: PagePlace) => place.before,
    maxPages: MAX_PAGES,
    structuralSharing: sharePages,
  }
}

/** Returns loaded pages with the unchanged rows of the former ones, so that these are not rendered again. Pages are the same by cursor. */
export function sharePages(before: unknown, after: unknown): unknown {
  const { pages, pageParams } = after as Loaded<WindowPage>
  const former = before as Loaded<WindowPage> | undefined
  const known = new Map(former?.pageParams.map(({ cursor }, at) => [cursor, former.pages[at]]))
  const shared = pages.map((page, at) => replaceEqualDeep(known.get(pageParams[at]?.cursor ?? null), page))
  const isSame = former?.pages.length === pages.length && shared.every((page, at) => page === former.pages[at])
  return isSame ? former : { pages: shared, pageParams }
}

/** The beginning of a list, for a table or a grid. */
export interface ListStart {
  /** Rows before those that are loaded. */
  readonly skipped: number
  /** Loads the rows from an index on; null where all rows before are loaded, and while others load. */
  readonly onStartReached: ((index: number) => void) | null
}

/** Members of a query's result that are needed here; its own type does not know places. */
interface WindowedList {
  readonly data: { readonly pageParams: readonly unknown[] } | undefined
  readonly isFetching: boolean
  fetchPreviousPage(): Promise<unknown>
}

interface WindowedQuery<Page> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly pageParam: PagePlace; readonly signal: AbortSignal }) => Promise<Page>
}

/** Returns how rows that have left memory come back: page by page, or in one step after a jump. */
export function useListStart<Page extends WindowPage>(list: WindowedList, query: WindowedQuery<Page>): ListStart {
  const queryClient = useQueryClient()
  const jumping = useRef(false)
  const first = (list.data?.pageParams[0] as PagePlace | undefined) ?? FIRST_PLACE
  const jump = async (place: PagePlace) => {
    if (jumping.current) return
    jumping.current = true
    try {
      const page = await query.queryFn({ pageParam: place, signal: new AbortController().signal })
      queryClient.setQueryData<Loaded<Page>>(query.queryKey, { pages: [page], pageParams: [place] })
    } catch {
      // The next scroll tries again.
    } finally {
      jumping.current = false
    }
  }
  const onStartReached = (index: number) => {
    const place = placeAt(first, index)
    if (place === first) return
    if (place === first.before) void list.fetchPreviousPage()
    else void jump(place)
  }
  return { skipped: first.skipped, onStartReached: first.before === null || list.isFetching ? null : onStartReached }
}

/** Returns the position of the page that contains a row, of those up to a place. */
export function placeAt(place: PagePlace, index: number): PagePlace {
  let found = place
  while (found.before !== null && found.skipped > index) found = found.before
  return found
}
