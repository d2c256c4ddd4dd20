import { z } from 'zod'
import { readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

const KEY = 'opal.recent-collections'
/** @source spec, section 9 "popup list for recent results 20" */
const MOST = 20

const recentCollection = z.object({
  collectionId: z.string(),
  slug: z.string(),
  name: z.string(),
  image: z.string().nullable(),
})
export type RecentCollection = z.output<typeof recentCollection>

/** Collections visited in this browser, latest first; empty until they were read. */
export const recentCollections = createStore<readonly RecentCollection[]>([])

export function openRecentCollections(): void {
  recentCollections.set(readStored(KEY, z.array(recentCollection).max(MOST)) ?? [])
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

export function forgetCollection(collectionId: string): void {
  keep(recentCollections.get().filter((recent) => recent.collectionId !== collectionId))
}

export function forgetAllCollections(): void {
  keep([])
}

function keep(next: readonly RecentCollection[]): void {
  recentCollections.set(next)
  writeStored(KEY, next.length === 0 ? null : next)
}
