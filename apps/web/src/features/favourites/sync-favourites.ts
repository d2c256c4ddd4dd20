import { ApiError } from '@opal/contract/api-error'
import type { ApiClient } from '@opal/contract/client'
import { listFavouriteCollections, saveCollections, setFavourite } from '@opal/contract/favourites'
import { type Favourites, favourites, keepFavourites } from '../../entities/collection/favourites.ts'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Most that one call may save. */
const BATCH = 500

/**
 * Tells the wallet's list what was starred here.
 * @throws ApiError; what was not said stays noted in this browser.
 */
export async function pushFavourites(api: ApiClient): Promise<void> {
  const stars = starsToSay(favourites.get())
  const added = stars.filter(({ starred }) => starred)
  for (let start = 0; start < added.length; start += BATCH) {
    const batch = added.slice(start, start + BATCH)
    await say(batch, () => api(saveCollections, { body: { collections: batch.map(({ id }) => id) } }))
  }
  for (const star of stars.filter(({ starred }) => !starred)) {
    await say([star], () => api(setFavourite, { body: { collectionId: star.id, delete: true } }))
  }
}

async function say(stars: readonly SaidStar[], call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    // A collection that is gone needs no star taken away.
    if (!(error instanceof ApiError && error.code === 'collection-not-found')) {
      if (error instanceof ApiError && error.code === 'sign-in-required') pageSession.set(VISITOR)
      throw error
    }
  }
  keepFavourites(afterSaying(favourites.get(), stars))
}

/**
 * Shows the wallet's list, with what this browser has not told it yet.
 * @throws ApiError
 */
export async function pullFavourites(api: ApiClient, walletAddress: string): Promise<void> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const query = { walletAddress, take: 100, ...(cursor !== undefined && { cursor }) }
    const page = await api(throwing(listFavouriteCollections), { query })
    ids.push(...page.data.map(({ collectionId }) => collectionId))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  // Whoever signed out meanwhile is shown nothing of the wallet's.
  if (pageSession.get().wallet === walletAddress) keepFavourites(withWalletList(favourites.get(), ids))
}

/** What was said to the wallet's list: an id, and whether it is starred. */
export interface SaidStar {
  readonly id: string
  readonly starred: boolean
}

/** What the wallet's list has not heard yet. */
export function starsToSay({ ids, unsaved }: Favourites): readonly SaidStar[] {
  return unsaved.map((id) => ({ id, starred: ids.includes(id) }))
}

/** After some was said: a star that was changed again meanwhile is still to be said. */
export function afterSaying(now: Favourites, said: readonly SaidStar[]): Favourites {
  const spoken = new Set(said.map(({ id }) => id))
  const changedSince = said.filter(({ id, starred }) => now.ids.includes(id) !== starred).map(({ id }) => id)
  return { ids: now.ids, unsaved: [...now.unsaved.filter((id) => !spoken.has(id)), ...changedSince] }
}

/** The wallet's list, with what this browser has not told it yet. */
export function withWalletList(now: Favourites, walletIds: readonly string[]): Favourites {
  const own = new Set(now.unsaved)
  const kept = now.ids.filter((id) => own.has(id))
  return { ids: [...walletIds.filter((id) => !own.has(id)), ...kept], unsaved: now.unsaved }
}
