import { createStore } from '../../shared/hooks/store.ts'
import { isListOf, isNullOr, isObject, isString } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.recent-collections'
/** @source docs/product/site.md#recently-visited */
const MOST = 20

/** What is kept of a visited collection. */
export interface RecentCollection {
  readonly collectionId: string
  readonly slug: string
  readonly name: string
  readonly image: string | null
}
const isRecent = isObject({ collectionId: isString, slug: isString, name: isString, image: isNullOr(isString) })

/** Collections visited in this browser, latest first; empty until they were read. */
export const recentCollections = createStore<readonly RecentCollection[]>([])

/** Reads what this browser kept. */
export function openRecentCollections(): void {
  recentCollections.set(readStored(KEY, isListOf(isRecent, MOST)) ?? [])
}

/** Puts a visited collection first. */
export function rememberCollection(visited: RecentCollection): void {
  openRecentCollections()
  keep(
    [visited, ...recentCollections.get().filter(({ collectionId }) => collectionId !== visited.collectionId)].slice(
      0,
      MOST,
    ),
  )
}

/** Takes a collection out of those visited. */
export function forgetCollection(collectionId: string): void {
  keep(recentCollections.get().filter((recent) => recent.collectionId !== collectionId))
}

/** Forgets every collection visited. */
export function forgetAllCollections(): void {
  keep([])
}

function keep(next: readonly RecentCollection[]): void {
  recentCollections.set(next)
  writeStored(KEY, next.length === 0 ? null : next)
}
