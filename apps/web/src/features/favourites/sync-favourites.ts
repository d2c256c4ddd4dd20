import type { ApiClient } from '@opal/contract/client'
import { listFavouriteCollections, saveCollections, setFavourite } from '@opal/contract/collections/favourites'
import { ApiError } from '@opal/contract/http/api-error'
import { type Favourites, favourites, storeFavourites } from '../../entities/collection/favourites.ts'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'
import { readPages } from '../../shared/realtime/read-pages.ts'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Most favourites of one call. */
const BATCH = 500

/**
 * Pushes unsaved favourites to the wallet's list.
 * @throws ApiError; what was not pushed stays unsaved.
 */
export async function pushFavourites(api: ApiClient): Promise<void> {
  const stars = unsavedStars(favourites.get())
  const added = stars.filter(({ starred }) => starred)
  for (let start = 0; start < added.length; start += BATCH) {
    const batch = added.slice(start, start + BATCH)
    await push(batch, () => api(saveCollections, { body: { collections: batch.map(({ id }) => id) } }))
  }
  for (const star of stars.filter(({ starred }) => !starred)) {
    await push([star], () => api(setFavourite, { body: { collectionId: star.id, delete: true } }))
  }
}

async function push(stars: readonly PushedStar[], call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    // A collection that does not exist any more needs no removal.
    if (!(error instanceof ApiError && error.code === 'collection-not-found')) {
      if (error instanceof ApiError && error.code === 'sign-in-required') pageSession.set(VISITOR)
      throw error
    }
  }
  storeFavourites(afterPush(favourites.get(), stars))
}

/**
 * Loads the wallet's list and merges the unsaved favourites of this browser.
 * @throws ApiError
 */
export async function pullFavourites(api: ApiClient, walletAddress: string): Promise<void> {
  const { rows } = await readPages((cursor) =>
    api(throwing(listFavouriteCollections), { query: { walletAddress, take: 100, ...cursor } }),
  )
  const ids = rows.map(({ collectionId }) => collectionId)
  // When the user has signed out since, the wallet's list must not be shown.
  if (pageSession.get().wallet === walletAddress) storeFavourites(mergeWalletList(favourites.get(), ids))
}

/** A change of the wallet's list: an id, and whether it is starred. */
export interface PushedStar {
  readonly id: string
  readonly starred: boolean
}

/** Returns the changes that are not yet in the wallet's list. */
export function unsavedStars({ ids, unsaved }: Favourites): readonly PushedStar[] {
  return unsaved.map((id) => ({ id, starred: ids.includes(id) }))
}

/** Returns the favourites after a push: stars that changed during the push stay unsaved. */
export function afterPush(now: Favourites, said: readonly PushedStar[]): Favourites {
  const pushedIds = new Set(said.map(({ id }) => id))
  const changedSince = said.filter(({ id, starred }) => now.ids.includes(id) !== starred).map(({ id }) => id)
  return { ids: now.ids, unsaved: [...now.unsaved.filter((id) => !pushedIds.has(id)), ...changedSince] }
}

/** Merges the wallet's list with the unsaved favourites of this browser. */
export function mergeWalletList(now: Favourites, walletIds: readonly string[]): Favourites {
  const own = new Set(now.unsaved)
  const unsavedIds = now.ids.filter((id) => own.has(id))
  return { ids: [...walletIds.filter((id) => !own.has(id)), ...unsavedIds], unsaved: now.unsaved }
}
