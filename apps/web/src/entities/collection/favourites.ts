import { createStore } from '../../shared/hooks/store.ts'
import { isListOf, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.favourites'
const UNSAVED_KEY = 'opal.favourites.unsaved'
/** As many as a wallet may keep. */
const isStored = isListOf(isText(/^0x[0-9a-f]{64}$/), 2000)

/** A reader's starred collections, in this browser. */
export interface Favourites {
  readonly ids: readonly string[]
  /** Those whose star was set or taken away here and is not yet so in the wallet's list. */
  readonly unsaved: readonly string[]
}

/** Ids of the starred collections; none until they were read. */
export const favourites = createStore<Favourites>({ ids: [], unsaved: [] })

/** Reads what the browser keeps, and follows what other tabs change. */
export function openFavourites(): () => void {
  const read = () => favourites.set(readKept())
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === UNSAVED_KEY) read()
  }
  read()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function readKept(): Favourites {
  const ids = readStored(KEY, isStored) ?? []
  // Stars from before there was a note of what is saved are nobody's but this browser's.
  return { ids, unsaved: readStored(UNSAVED_KEY, isStored) ?? ids }
}

/** Shows and keeps a list. */
export function keepFavourites(next: Favourites): void {
  writeStored(KEY, next.ids)
  writeStored(UNSAVED_KEY, next.unsaved)
  favourites.set(next)
}

/** Adds a collection to the favourites, or takes it out. What is still to be said to the wallet's list is noted. */
export function toggleFavourite(collectionId: string): void {
  // A star may be pressed before the browser has looked: what it keeps is added to, not replaced.
  const { ids, unsaved } = favourites.get() === favourites.initial ? readKept() : favourites.get()
  keepFavourites({
    ids: ids.includes(collectionId) ? ids.filter((id) => id !== collectionId) : [...ids, collectionId],
    // A second click undoes the first: where nothing was said yet, nothing is left to say.
    unsaved: unsaved.includes(collectionId) ? unsaved.filter((id) => id !== collectionId) : [...unsaved, collectionId],
  })
}

/** Leaves what this browser alone knows: the wallet's list goes with its session. */
export function forgetWalletFavourites(): void {
  const { ids, unsaved } = favourites.get()
  const own = ids.filter((id) => unsaved.includes(id))
  keepFavourites({ ids: own, unsaved: own })
}
