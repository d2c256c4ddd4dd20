import { isListOf, isText } from '../../lib/guards.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

const KEY = 'opal.favourites'
const isStored = isListOf(isText(/^0x[0-9a-f]{64}$/), 500)

/** Ids of the collections a reader keeps in this browser; empty until they were read. */
export const favourites = createStore<readonly string[]>([])

/** Reads what the browser keeps, and follows what other tabs change. */
export function openFavourites(): () => void {
  const read = () => favourites.set(readStored(KEY, isStored) ?? [])
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) read()
  }
  read()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Adds a collection to the favourites, or takes it out. */
export function toggleFavourite(collectionId: string): void {
  const before = favourites.get()
  const next = before.includes(collectionId) ? before.filter((id) => id !== collectionId) : [...before, collectionId]
  favourites.set(next)
  writeStored(KEY, next)
}
