import { createStore } from '../../shared/hooks/store.ts'
import { isListOf, isNullOr, isObject, isString } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.recent-collections'
/** @source docs/product/site.md#recently-visited */
const MAX_ENTRIES = 20

/** A visited collection as it is stored. */
export interface RecentCollection {
  readonly collectionId: string
  readonly slug: string
  readonly name: string
  readonly image: string | null
}
const isRecent = isObject({ collectionId: isString, slug: isString, name: isString, image: isNullOr(isString) })

/** Collections visited in this browser, latest first; empty until they are loaded. */
export const recentCollections = createStore<readonly RecentCollection[]>([])

/** Loads the visited collections from local storage. */
export function openRecentCollections(): void {
  recentCollections.set(readStored(KEY, isListOf(isRecent, MAX_ENTRIES)) ?? [])
}

/** Stores a visited collection as the latest. */
export function addRecentCollection(visited: RecentCollection): void {
  openRecentCollections()
  save(
    [visited, ...recentCollections.get().filter(({ collectionId }) => collectionId !== visited.collectionId)].slice(
      0,
      MAX_ENTRIES,
    ),
  )
}

/** Removes a collection from the visited ones. */
export function removeRecentCollection(collectionId: string): void {
  save(recentCollections.get().filter((recent) => recent.collectionId !== collectionId))
}

/** Removes all visited collections. */
export function clearRecentCollections(): void {
  save([])
}

function save(next: readonly RecentCollection[]): void {
  recentCollections.set(next)
  writeStored(KEY, next.length === 0 ? null : next)
}
