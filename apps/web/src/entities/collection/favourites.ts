import { createStore } from '../../shared/hooks/store.ts'
import { isAddress, isListOf } from '../../shared/storage/guards.ts'
import { followStored, readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.favourites'
const UNSAVED_KEY = 'opal.favourites.unsaved'
/** At most as many as the API stores for a wallet. */
const isStored = isListOf(isAddress, 2000)

/** The user's starred collections in this browser. */
export interface Favourites {
  readonly ids: readonly string[]
  /** Ids whose star was set or removed here and is not yet saved in the wallet's list. */
  readonly unsaved: readonly string[]
}

/** The starred collections; empty until they are loaded. */
export const favourites = createStore<Favourites>({ ids: [], unsaved: [] })

/** Loads the favourites from local storage and follows changes of other tabs. @returns stops following. */
export function openFavourites(): () => void {
  return followStored([KEY, UNSAVED_KEY], () => favourites.set(readStoredFavourites()))
}

function readStoredFavourites(): Favourites {
  const ids = readStored(KEY, isStored) ?? []
  // Stars from before unsaved ids were stored are not in any wallet's list.
  return { ids, unsaved: readStored(UNSAVED_KEY, isStored) ?? ids }
}

/** Replaces the favourites, on the page and in local storage. */
export function storeFavourites(next: Favourites): void {
  writeStored(KEY, next.ids)
  writeStored(UNSAVED_KEY, next.unsaved)
  favourites.set(next)
}

/** Adds a collection to the favourites or removes it, and marks it as unsaved. */
export function toggleFavourite(collectionId: string): void {
  // A star may be pressed before the stored ones are loaded: they are added to, not replaced.
  const { ids, unsaved } = favourites.get() === favourites.initial ? readStoredFavourites() : favourites.get()
  storeFavourites({
    ids: ids.includes(collectionId) ? ids.filter((id) => id !== collectionId) : [...ids, collectionId],
    // A second click undoes the first: nothing is left to save.
    unsaved: unsaved.includes(collectionId) ? unsaved.filter((id) => id !== collectionId) : [...unsaved, collectionId],
  })
}

/** Removes the wallet's list, whose session has ended; keeps the ids that are only in this browser. */
export function removeWalletFavourites(): void {
  const { ids, unsaved } = favourites.get()
  const own = ids.filter((id) => unsaved.includes(id))
  storeFavourites({ ids: own, unsaved: own })
}
