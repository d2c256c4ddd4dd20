import { readTokenPreviews, type TokenPreview } from '@opal/store/queries/tokens/token-previews'
import type { ApiContext } from '../context.ts'

/** Tokens, a few hundred bytes each. */
const MAX_ENTRIES = 200_000

/** Names and images of tokens, valid while their collection's preview version is unchanged. */
export interface TokenPreviewCache {
  /**
   * Returns the name and image of each token; other tokens may be among them.
   * @param version preview version read together with the page; null where no cached entry may be used.
   */
  get(
    collectionId: string,
    version: bigint | null,
    ids: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, ShownPreview>>
}

/** A token's name and image; both null for unknown tokens. */
export type ShownPreview = Pick<TokenPreview, 'name' | 'image'>

interface CollectionEntry {
  readonly version: bigint
  readonly previews: Map<string, ShownPreview>
}

/** Creates the cache. @param maxEntries tokens of all collections together; the oldest collection is evicted first. */
export function createTokenPreviewCache(
  { store }: Pick<ApiContext, 'store'>,
  maxEntries = MAX_ENTRIES,
): TokenPreviewCache {
  const collections = new Map<string, CollectionEntry>()
  let size = 0

  const evict = (collectionId: string): void => {
    size -= collections.get(collectionId)?.previews.size ?? 0
    collections.delete(collectionId)
  }

  const open = (collectionId: string, version: bigint): CollectionEntry => {
    const known = collections.get(collectionId)
    // Previews are read after the version they are stored under: those of a newer version are right for an older page, too.
    if (known !== undefined && known.version >= version) return known
    evict(collectionId)
    const opened = { version, previews: new Map<string, ShownPreview>() }
    collections.set(collectionId, opened)
    return opened
  }

  const add = (collectionId: string, entry: CollectionEntry, found: readonly TokenPreview[]): void => {
    if (collections.get(collectionId) !== entry) return
    for (const preview of found) {
      if (!preview.isCacheable || entry.previews.has(preview.tokenDataId)) continue
      entry.previews.set(preview.tokenDataId, preview)
      size += 1
    }
    for (const oldest of collections.keys()) {
      if (size <= maxEntries) return
      evict(oldest)
    }
  }

  return {
    async get(collectionId, version, ids) {
      const entry = version === null ? null : open(collectionId, version)
      const missing = entry === null ? [...ids] : [...ids].filter((id) => !entry.previews.has(id))
      if (entry !== null && missing.length === 0) return entry.previews
      const known = new Map([...ids].map((id) => [id, entry?.previews.get(id) ?? NO_PREVIEW]))
      const found = await readTokenPreviews(store.preparedPool, missing)
      if (entry !== null) add(collectionId, entry, found)
      for (const preview of found) known.set(preview.tokenDataId, preview)
      return known
    },
  }
}

const NO_PREVIEW: ShownPreview = { name: null, image: null }
