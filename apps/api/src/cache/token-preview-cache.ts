import { readTokenPreviews, type TokenPreview } from '@opal/store/queries/tokens/token-previews'
import { LRUCache } from 'lru-cache'
import type { ApiContext } from '../context.ts'
import { CacheReads } from './cache-reads.ts'
import type { MemoryUse } from './memory-use.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** Memory of an entry without its texts, key included. */
const ENTRY_BYTES = 300

/** Names and images of tokens, valid while their collection's preview version is unchanged. */
export interface TokenPreviewCache {
  /**
   * Returns the name and image of each token.
   * @param version preview version of the tokens' collection, read together with the page; null where no cached entry may be used.
   */
  get(version: bigint | null, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, ShownPreview>>
  readonly reads: CacheReads
  readonly memory: () => MemoryUse
}

/** A token's name and image; both null for unknown tokens. */
export type ShownPreview = Pick<TokenPreview, 'name' | 'image'>

interface Entry {
  readonly version: bigint
  readonly preview: ShownPreview
}

/** Creates the cache. */
export function createTokenPreviewCache({ store }: Pick<ApiContext, 'store'>): TokenPreviewCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ preview: { name, image } }) => ENTRY_BYTES + 2 * ((name?.length ?? 0) + (image?.length ?? 0)),
  })
  const reads = new CacheReads()
  return {
    reads,
    memory: () => ({ bytes: entries.calculatedSize, maxBytes: MAX_BYTES }),
    async get(version, ids) {
      const known = new Map<string, ShownPreview>()
      const missing: string[] = []
      for (const id of ids) {
        const entry = version === null ? undefined : entries.get(id)
        // A preview is read after the version that it is stored under, so one of a newer version also serves an older page.
        const isFound = entry !== undefined && version !== null && entry.version >= version
        reads.count(isFound)
        if (isFound) known.set(id, entry.preview)
        else missing.push(id)
      }
      for (const preview of await readTokenPreviews(store.preparedPool, missing)) {
        known.set(preview.tokenDataId, preview)
        if (version !== null && preview.isCacheable) entries.set(preview.tokenDataId, { version, preview })
      }
      return known
    },
  }
}
