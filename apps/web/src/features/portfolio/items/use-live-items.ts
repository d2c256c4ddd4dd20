import type { LiveMessage } from '@opal/contract/live'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { useRecent } from '../../../shared/lists/use-recent.ts'
import type { PacedRefetch } from '../../../shared/realtime/paced-refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import type { ItemsChoice, ItemsPage } from '../portfolio-query.ts'
import { applyActivity, changedIds, concerns, hasMoved, hasNewItems, replaceItems } from './patch-items.ts'
import { useDescribed } from './use-described.ts'

type Request = PacedRefetch['request']

/** Shortest pauses between two refetches of single rows, of the whole list, and of many rows of a collection, in milliseconds. */
const [ROWS_PAUSE_MS, LIST_PAUSE_MS, COLLECTION_PAUSE_MS] = [100, 1_000, 1_000]
/** Largest number of tokens in one request. */
const BATCH = 50

/**
 * Updates a wallet's items by live activity immediately, and refetches the affected rows.
 * @param key of the query whose pages hold the items as they are chosen.
 * @returns ids of the tokens that changed in the last three seconds.
 */
export function useLiveItems(wallet: string, choice: ItemsChoice, key: readonly unknown[]): ReadonlySet<string> {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const [highlighted, highlight] = useRecent()
  const read = () => queryClient.getQueryData<InfiniteData<ItemsPage>>(key)
  /** Whether pages are on their way: they may be older than a change, and replace what is shown. Rows are fetched after them. */
  const isLoading = () => queryClient.isFetching({ queryKey: key, exact: true }) > 0
  const refetchList = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: key }), { leastMs: LIST_PAUSE_MS })
  const write = (change: (data: InfiniteData<ItemsPage>) => InfiniteData<ItemsPage>) => {
    const before = read()
    if (before === undefined) return
    const after = change(before)
    queryClient.setQueryData<InfiniteData<ItemsPage>>(key, after)
    // Where a row belongs that is ordered by another value now, the server's order says.
    if (hasMoved(before, after, choice.sort)) refetchList()
  }
  const fetchRows = async (ids: readonly string[]): Promise<void> => {
    if (isLoading()) return requestAll(ids, refetchRows)
    const { fetchSomeItems } = await import('../fetch-portfolio.ts')
    const rows = await fetchSomeItems(api, wallet, choice, ids).catch(() => null)
    const before = read()
    // Rows that could not be fetched alone are fetched with the whole list.
    if (rows === null) return refetchList()
    if (before === undefined) return
    write((data) => replaceItems(data, ids, rows))
    // The same holds for newcomers.
    if (hasNewItems(before, rows)) refetchList()
    highlight(changedIds(before, rows))
  }
  const refetchRows: Request = usePacedRefetch(fetchRows, { leastMs: ROWS_PAUSE_MS, batch: BATCH })
  const refetchOf = async (
    collections: readonly string[],
    isWanted: (token: PortfolioToken) => boolean,
    later: Request,
  ): Promise<void> => {
    if (isLoading()) return requestAll(collections, later)
    for (const collectionId of collections)
      for (const token of itemsOf(read(), collectionId)) if (isWanted(token)) refetchRows(token.tokenDataId)
  }
  const refetchPriced: Request = usePacedRefetch((ids) => refetchOf(ids, () => true, refetchPriced), {
    leastMs: COLLECTION_PAUSE_MS,
  })
  const refetchListed: Request = usePacedRefetch((ids) => refetchOf(ids, isListed, refetchListed), {
    leastMs: COLLECTION_PAUSE_MS,
  })
  const refetchUndescribed: Request = usePacedRefetch(
    (ids) => refetchOf(ids, ({ image }) => image === null, refetchUndescribed),
    { leastMs: COLLECTION_PAUSE_MS },
  )

  useDescribed(read()?.pages.flatMap(({ data }) => data) ?? [], refetchUndescribed)
  const mayShow = (collectionId: string) => isLoading() || itemsOf(read(), collectionId).length > 0
  useLive({ room: 'activity_room' }, (message: LiveMessage) => {
    if (message.kind !== 'activity') return
    const row = message.activity
    const items = read()?.pages.flatMap((page) => page.data) ?? []
    if (row.tokenDataId === null || !concerns(row, wallet, new Set(items.map(({ tokenDataId }) => tokenDataId)))) return
    const editions = items.filter(({ tokenDataId }) => tokenDataId === row.tokenDataId)
    // What comes to a page that is not loaded, or leaves it, is counted, too.
    if (editions.length !== (editions[0]?.editionsHeld ?? 1)) refetchList()
    write((now) => applyActivity(now, row, wallet))
    refetchRows(row.tokenDataId)
    highlight([row.tokenDataId])
  })
  useLive({ room: 'floor_room' }, ({ kind, collectionId }: LiveMessage) => {
    if (collectionId === null || !mayShow(collectionId)) return
    if (kind === 'listings_change') refetchListed(collectionId)
    if (kind !== 'floor_change') return
    // What an item is worth, and how far its listing is from the floor.
    refetchPriced(collectionId)
    if (choice.sort === 'floor_distance' && itemsOf(read(), collectionId).length > 0) refetchList()
  })
  useLive({ room: 'bid_room' }, ({ kind, collectionId }: LiveMessage) => {
    if (kind === 'bid_change' && collectionId !== null && mayShow(collectionId)) refetchPriced(collectionId)
  })
  return highlighted
}

function requestAll(keys: readonly string[], request: Request): void {
  for (const key of keys) request(key)
}

function itemsOf(data: InfiniteData<ItemsPage> | undefined, collectionId: string | null): readonly PortfolioToken[] {
  return data?.pages.flatMap((page) => page.data.filter((token) => token.collectionId === collectionId)) ?? []
}

/** Returns whether a listing of its holder may change without an activity: its price may fall, or its creator freeze the token. */
function isListed({ ownListings }: PortfolioToken): boolean {
  return ownListings.length > 0
}
