import type { ApiClient } from '@opal/contract/client'
import type { Token } from '@opal/contract/tokens'
import { fetchItem, fetchTotal } from '../fetch-items.ts'
import type { ItemsPage } from '../items-query.ts'
import type { ItemsView } from '../items-view.ts'
import type { PendingChanges } from './pending-changes.ts'
import { isWhole } from './place-token.ts'

/** Concurrent requests: a sweep of fifty tokens must not send fifty at a time. */
const CONCURRENCY = 6

/** Fetches tokens as the view shows them now; null for tokens that it filters out. Tokens that fail to load are left out. */
export async function readItems(
  api: ApiClient,
  collectionId: string,
  view: ItemsView,
  ids: readonly string[],
): Promise<PendingChanges> {
  const read = new Map<string, Token | null>()
  const left = [...ids]
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const token = await fetchItem(api, collectionId, view, id).catch(() => undefined)
      if (token !== undefined) read.set(id, token)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return read
}

/** Fetches the total of a view; null where that fails, or where the loaded list is complete. */
export async function readTotal(
  api: ApiClient,
  collectionId: string,
  view: ItemsView,
  pages: readonly ItemsPage[] | undefined,
): Promise<number | null> {
  if (pages === undefined || isWhole(pages)) return null
  return fetchTotal(api, collectionId, view).catch(() => null)
}
