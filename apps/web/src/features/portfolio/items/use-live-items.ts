import type { LiveMessage } from '@opal/contract/live'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../../shared/realtime/refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import type { ItemsChoice, ItemsPage } from '../portfolio-query.ts'
import { applyActivity, concerns, hasNewItems, replaceItems } from './patch-items.ts'

/** @source docs/product/tokens-and-filters.md#batched-arrivals, docs/product/live-and-notifications.md#row-highlight */
const DEBOUNCE_MS = 100
/** Shortest time between two refetches of the whole list, in milliseconds: anyone can send tokens to a wallet without end. */
const LIST_MS = 1_000
const HIGHLIGHT_MS = 3000
/** Longest time between two refetches of a collection's rows for its bids, in milliseconds: anyone can bid without end. */
const MAX_BIDS_MS = 10_000
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
  const [highlighted, setHighlighted] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Set<string>())
  const read = () => queryClient.getQueryData<InfiniteData<ItemsPage>>(key)
  const write = (change: (data: InfiniteData<ItemsPage>) => InfiniteData<ItemsPage>) =>
    queryClient.setQueryData<InfiniteData<ItemsPage>>(key, (data) => (data === undefined ? undefined : change(data)))

  const refetchList = useThrottled(() => void refetchAfterChange(queryClient, { queryKey: key }), 0, LIST_MS)
  const refresh = async () => {
    const ids = [...waiting.current].slice(0, BATCH)
    for (const id of ids) waiting.current.delete(id)
    if (waiting.current.size > 0) schedule()
    const { fetchSomeItems } = await import('../fetch-portfolio.ts')
    const answer = await fetchSomeItems(api, wallet, choice, ids).catch(() => null)
    const before = read()
    // Rows that could not be fetched alone are fetched with the whole list.
    if (answer === null) return refetchList()
    if (before === undefined) return
    write((data) => replaceItems(data, ids, answer.data))
    // Where a newcomer belongs, the server's order says.
    if (hasNewItems(before, answer.data)) refetchList()
    setHighlighted((now) => new Set([...now, ...ids]))
    setTimeout(() => setHighlighted((now) => new Set([...now].filter((id) => !ids.includes(id)))), HIGHLIGHT_MS)
  }
  const schedule = useThrottled(() => void refresh(), DEBOUNCE_MS)

  const bidOn = useRef(new Set<string>())
  const refreshForBids = useThrottled(
    () => {
      for (const { collectionId, tokenDataId } of read()?.pages.flatMap((page) => page.data) ?? [])
        if (bidOn.current.has(collectionId)) waiting.current.add(tokenDataId)
      bidOn.current.clear()
      if (waiting.current.size > 0) schedule()
    },
    0,
    LIST_MS,
    MAX_BIDS_MS,
  )

  useLive({ room: 'activity_room' }, (message: LiveMessage) => {
    const data = read()
    if (message.kind !== 'activity' || data === undefined) return
    const row = message.activity
    const shown = new Set(data.pages.flatMap((page) => page.data.map((token) => token.tokenDataId)))
    if (row.tokenDataId === null || !concerns(row, wallet, shown)) return
    write((now) => applyActivity(now, row, wallet))
    waiting.current.add(row.tokenDataId)
    schedule()
  })
  useLive({ room: 'bid_room' }, (message: LiveMessage) => {
    const { kind, collectionId } = message
    if (kind !== 'bid_change' || collectionId === null) return
    if (!read()?.pages.some(({ data }) => data.some((token) => token.collectionId === collectionId))) return
    bidOn.current.add(collectionId)
    refreshForBids()
  })
  return highlighted
}
