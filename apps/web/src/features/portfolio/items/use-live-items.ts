import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { useSite } from '../../../app/site.tsx'
import { useRecent } from '../../../shared/lists/use-recent.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import type { ItemsChoice } from '../portfolio-query.ts'
import { applyActivity, changedIds, concerns, hasNewItems, replaceItems } from './patch-items.ts'
import { useDescribed } from './use-described.ts'
import { type Request, type ShownItems, useShownItems } from './use-shown-items.ts'

/** Shortest pauses between two refetches of single rows, and of many rows of a collection, in milliseconds. */
const [ROWS_PAUSE_MS, COLLECTION_PAUSE_MS] = [100, 1_000]
/** Largest number of tokens in one request. */
const BATCH = 50

/**
 * Updates a wallet's items by live activity immediately, and refetches the affected rows.
 * @param key of the query whose pages hold the items as they are chosen.
 * @returns ids of the tokens that changed in the last three seconds.
 */
export function useLiveItems(wallet: string, choice: ItemsChoice, key: readonly unknown[]): ReadonlySet<string> {
  const [highlighted, highlight] = useRecent()
  const list = useShownItems(choice, key)
  const refetchRows = useRowRefetch(wallet, choice, list, highlight)
  const refetchPriced = useRefetchOf(list, refetchRows, () => true)
  const refetchListed = useRefetchOf(list, refetchRows, isListed)
  const refetchUndescribed = useRefetchOf(list, refetchRows, ({ image }) => image === null)

  useDescribed(list.items(), refetchUndescribed)
  const mayShow = (collectionId: string) => list.isLoading() || list.items(collectionId).length > 0
  useLive({ room: 'activity_room' }, (message: LiveMessage) => {
    if (message.kind !== 'activity') return
    const changed = receive(list, message.activity, wallet)
    if (changed === null) return
    refetchRows(changed)
    highlight([changed])
  })
  useLive({ room: 'floor_room' }, ({ kind, collectionId }: LiveMessage) => {
    if (collectionId === null || !mayShow(collectionId)) return
    if (kind === 'listings_change') refetchListed(collectionId)
    if (kind !== 'floor_change') return
    // The floor decides an item's value and the distance of its listing.
    refetchPriced(collectionId)
    if (choice.sort === 'floor_distance' && list.items(collectionId).length > 0) list.refetch()
  })
  useLive({ room: 'bid_room' }, ({ kind, collectionId }: LiveMessage) => {
    if (kind === 'bid_change' && collectionId !== null && mayShow(collectionId)) refetchPriced(collectionId)
  })
  return highlighted
}

/** Applies an activity to the list. @returns id of the token whose rows it changes; null where it concerns none. */
function receive(list: ShownItems, row: Activity, wallet: string): string | null {
  const { tokenDataId } = row
  const items = list.items()
  if (tokenDataId === null || !concerns(row, wallet, new Set(items.map((one) => one.tokenDataId)))) return null
  const editions = items.filter((one) => one.tokenDataId === tokenDataId)
  const areAllShown = editions.length === (editions[0]?.editionsHeld ?? 1)
  // Totals include items that are not loaded, and a response under way may be from before this activity.
  if (!areAllShown || list.isLoading()) list.refetch()
  list.write((now) => applyActivity(now, row, wallet))
  return tokenDataId
}

/** Returns a request for the rows of tokens. They are fetched after pages that are on their way, which would replace them. */
function useRowRefetch(
  wallet: string,
  choice: ItemsChoice,
  list: ShownItems,
  highlight: (ids: readonly string[]) => void,
): Request {
  const { api } = useSite()
  const fetchRows = async (ids: readonly string[]): Promise<void> => {
    if (list.isLoading()) return requestAll(ids, refetchRows)
    const { fetchSomeItems } = await import('../fetch-portfolio.ts')
    const rows = await fetchSomeItems(api, wallet, choice, ids).catch(() => null)
    // A page under way arrives with the other pages as they were when it was requested: patch these rows again after it.
    if (list.isLoading()) requestAll(ids, refetchRows)
    const before = list.read()
    // Rows that could not be fetched alone are fetched with the whole list.
    if (rows === null) return list.refetch()
    if (before === undefined) return
    list.write((data) => replaceItems(data, ids, rows))
    // The place of a new item is known to the server only.
    if (hasNewItems(before, rows)) list.refetch()
    highlight(changedIds(before, rows))
  }
  const refetchRows: Request = usePacedRefetch(fetchRows, { leastMs: ROWS_PAUSE_MS, batch: BATCH })
  return refetchRows
}

/** Returns a request for those rows of collections that are wanted. */
function useRefetchOf(list: ShownItems, refetchRows: Request, isWanted: (token: PortfolioToken) => boolean): Request {
  const refetchTokens = async (collections: readonly string[]): Promise<void> => {
    if (list.isLoading()) return requestAll(collections, refetch)
    for (const collectionId of collections)
      for (const token of list.items(collectionId)) if (isWanted(token)) refetchRows(token.tokenDataId)
  }
  const refetch: Request = usePacedRefetch(refetchTokens, { leastMs: COLLECTION_PAUSE_MS })
  return refetch
}

function requestAll(keys: readonly string[], request: Request): void {
  for (const key of keys) request(key)
}

/** Returns whether a listing of its holder may change without an activity: its price may fall, or its creator freeze the token. */
function isListed({ ownListings }: PortfolioToken): boolean {
  return ownListings.length > 0
}
