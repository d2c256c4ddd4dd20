import { anyFilter, anySort } from '@opal/api/testing/reference-items'
import type { ApiClient } from '@opal/contract/client'
import type { LiveMessage } from '@opal/contract/live'
import { compareTokens } from '@opal/contract/tokens/token-order'
import { fetchItems } from '@opal/web/features/token-grid/fetch-items'
import type { ItemsPage } from '@opal/web/features/token-grid/items-query'
import { DEFAULT_ITEMS_VIEW, type ItemsView } from '@opal/web/features/token-grid/items-view'
import { createLiveList, type LiveList } from '@opal/web/features/token-grid/live/live-list'
import { NO_CHANGES, type PendingChanges, showWithPending } from '@opal/web/features/token-grid/live/pending-changes'
import type * as fc from 'fast-check'
import { expect } from 'vitest'

/** Returns any filters in any order, as a page's address can say them. */
export function anyView(marketplaces: readonly string[]): fc.Arbitrary<ItemsView> {
  return anyFilter(marketplaces).chain((filter) =>
    anySort.map((sort) => ({
      ...DEFAULT_ITEMS_VIEW,
      sort,
      listedOnly: filter.nftType === 'LISTED',
      name: filter.name?.trim() ?? '',
      minPrice: filter.priceBottom === undefined ? null : BigInt(filter.priceBottom),
      maxPrice: filter.priceTop === undefined ? null : BigInt(filter.priceTop),
      marketplace: filter.marketplace ?? null,
      minRank: filter.rarityBottom || null,
      maxRank: filter.rarityTop || null,
      traits: (filter.attributes ?? []).flatMap(({ trait_type: type, value, not = false }) =>
        [value].flat().map((one) => ({ type, value: one, not })),
      ),
    })),
  )
}

/** A page's list of items as the browser keeps it, with a pointer and a network that the test moves. */
export interface LivePage {
  /** Delivers socket messages, in order. */
  receive(messages: readonly LiveMessage[]): Promise<void>
  /** Asks for the next page; it arrives with the returned call, however much has happened until then. */
  beginNext(): Promise<() => Promise<void>>
  point(isStill: boolean): Promise<void>
  /** Nothing that is shown has moved since the pointer came. */
  expectStill(): void
  /** Expects the loaded data to equal the API's current response. */
  expectFresh(): Promise<void>
}

/** Opens a page on a collection. */
export async function openLivePage(api: ApiClient, collectionId: string, view: ItemsView): Promise<LivePage> {
  let pages: readonly ItemsPage[] = [await fetchItems(api, collectionId, view, null)]
  let isFetching = false
  let reading = 0
  let isStill = false
  let pending: PendingChanges = NO_CHANGES
  let shownBefore: readonly string[] = []
  const readAll = async () => {
    const read = [await fetchItems(api, collectionId, view, null)]
    for (let cursor = read[0]?.nextCursor; cursor && read.length < pages.length; cursor = read.at(-1)?.nextCursor)
      read.push(await fetchItems(api, collectionId, view, cursor))
    return read
  }
  const list: LiveList = createLiveList(api, collectionId, view, {
    pages: () => pages,
    put: (next) => {
      pages = next
    },
    isFetching: () => isFetching,
    reread: async () => {
      // A page that is on its way is called off, as the browser's cache does.
      reading += 1
      isFetching = false
      pages = await readAll()
      list.fetched(true)
    },
    isInteracting: () => isStill,
    changed: (next) => {
      pending = next
    },
  })
  const shownIds = () =>
    showWithPending(
      pages.flatMap((page) => page.data),
      pending,
    ).items.map(({ tokenDataId }) => tokenDataId)
  return {
    async receive(messages) {
      const concerns = new Set(messages.map((message) => list.receive(message)))
      const areRowsOld = concerns.has('tokens') && (await list.refresh())
      if (areRowsOld || concerns.has('rows')) await list.refreshRows()
    },
    async beginNext() {
      const cursor = pages.at(-1)?.nextCursor
      if (!cursor || isFetching) return async () => undefined
      isFetching = true
      const mine = reading
      const next = await fetchItems(api, collectionId, view, cursor)
      return async () => {
        if (mine !== reading) return
        pages = [...pages, next]
        isFetching = false
        shownBefore = isStill ? shownIds() : shownBefore
        if (list.fetched(false) && (await list.refresh())) await list.refreshRows()
      }
    },
    async point(next) {
      const wasStill = isStill
      isStill = next
      if (next && !wasStill) shownBefore = shownIds()
      if (!next && (await list.showPending())) await list.refreshRows()
    },
    expectStill() {
      if (isStill) expect(shownIds()).toEqual(shownBefore)
    },
    async expectFresh() {
      const loaded = pages.flatMap((page) => page.data)
      const [first] = pages
      const fresh = [await fetchItems(api, collectionId, view, null)]
      for (let cursor = fresh[0]?.nextCursor; cursor; cursor = fresh.at(-1)?.nextCursor)
        fresh.push(await fetchItems(api, collectionId, view, cursor))
      const end = pages.at(-1)?.nextCursor === null ? null : pages.at(-1)?.end
      const order = compareTokens(view.sort)
      const expected = fresh.flatMap((page) => page.data).filter((token) => !end || order(token, end) <= 0)
      expect(loaded).toEqual(expected)
      expect(first?.total).toBe(fresh[0]?.total)
    },
  }
}
