import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@opal/domain/limits/client'
import type { ObjectFolder } from '@opal/runtime/objects/object-folder'
import { LRUCache } from 'lru-cache'
import { ownBytes } from '../cache/own-bytes.ts'
import { createMediaQueue } from './media-queue.ts'

/** Caches finished images by key, within bounds. Losing one costs only making it again. */
export interface MediaCache {
  /** @param client in whose turns a store that may be far away is asked. @throws MediaBusyError when too many of its images wait for that */
  get(key: string, client: Client): Promise<Buffer | null>
  /** Stores an image where that is possible; never rejects. */
  set(key: string, image: Buffer): Promise<void>
}

/** Memory of an image besides its bytes: its key, and its places in the cache. Anyone can have a million images of some bytes made. */
const ENTRY_BYTES = 500

/** Creates a cache of the most recently used images in memory. */
export function createMemoryCache(maxBytes: number): MediaCache {
  const images = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength + ENTRY_BYTES,
  })
  return {
    get: async (key) => images.get(key) ?? null,
    set: async (key, image) => void images.set(key, ownBytes(image)),
  }
}

/** Images of a store that is shared are in the memory of each process too, as far as they fit. */
const NEAR_BYTES = 64 * 1024 * 1024
/**
 * Images that are read from a store at a time. Each address that is made up costs a read: any number at once would have those of everyone wait for a
 * connection, until the store seems not to answer.
 */
const READS = { concurrency: 24, concurrencyPerClient: 12, maxPending: 300, maxPendingPerClient: 150 }
/** Time for which a store is not asked again for an image that it lacked: each is asked for twice before it is made. */
const MISSING_MS = 5_000
/** Images that it lacked, in memory. */
const MAX_MISSING = 10_000
/** Pause after a store did not do its work: its images are drawn in the meantime, without waiting for it each time. */
const PAUSE_MS = 5_000

export interface SharedCacheOptions {
  /** Its owner bounds it, by removing what is old. */
  readonly folder: Pick<ObjectFolder, 'read' | 'write'>
  /** Called with why images are neither read nor stored for a while. */
  readonly onError: (error: unknown) => void
  /** Monotonic clock, milliseconds. */
  readonly now?: () => number
}

/** Creates a cache of images that several processes share in an object store. Without the store images are made again. */
export function createSharedCache({ folder, onError, now = () => performance.now() }: SharedCacheOptions): MediaCache {
  const near = createMemoryCache(NEAR_BYTES)
  const reads = createMediaQueue(READS)
  const missing = new LRUCache<string, true>({ max: MAX_MISSING, ttl: MISSING_MS, ttlResolution: 0, perf: { now } })
  let pausedUntil = 0
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (now() < pausedUntil) return null
    try {
      return await work()
    } catch (error) {
      pausedUntil = now() + PAUSE_MS
      onError(error)
      return null
    }
  }
  const read = async (key: string): Promise<Buffer | null> => {
    const image = await folder.read(key + SUFFIX)
    if (image === null) missing.set(key, true)
    return image
  }
  return {
    async get(key, client) {
      const held = await near.get(key, client)
      if (held !== null || missing.has(key)) return held
      const image = await reads.add(client, () => attempt(() => read(key)))
      if (image !== null) await near.set(key, image)
      return image
    },
    async set(key, image) {
      missing.delete(key)
      await near.set(key, image)
      await attempt(() => folder.write(key + SUFFIX, image))
    },
  }
}

const SUFFIX = '.webp'

export interface DiskCacheOptions {
  /** Ours alone; made when missing. */
  readonly directory: string
  /** Space of all files together. */
  readonly maxBytes: number
  /** Called with why an image was not stored, such as a full disk. */
  readonly onError: (error: unknown) => void
}

/** Parts in which a file system gives out space. */
const BLOCK_BYTES = 4_096

/** Returns what a file takes: its blocks, and one more for its entry in the folder and the memory that it is found by. */
function spaceOf(bytes: number): number {
  return (Math.ceil(bytes / BLOCK_BYTES) + 1) * BLOCK_BYTES
}

/** Opens a cache of images as files of a folder, with those that are there already; the longest unused are evicted first. */
export async function openDiskCache({ directory, maxBytes, onError }: DiskCacheOptions): Promise<MediaCache> {
  await mkdir(directory, { recursive: true })
  const pathOf = (key: string) => join(directory, key + SUFFIX)
  const removed: string[] = []
  /** Bytes of the file of each key. */
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: spaceOf,
    dispose: (_, key, reason) => {
      if (reason === 'evict') removed.push(key)
    },
  })
  const removeEvicted = () => Promise.all(removed.splice(0).map((key) => rm(pathOf(key), { force: true })))
  for (const [key, bytes] of await readSizes(directory)) {
    if (spaceOf(bytes) <= maxBytes) sizes.set(key, bytes)
    else removed.push(key)
  }
  await removeEvicted()
  return {
    get: async (key) => (sizes.get(key) === undefined ? null : readFile(pathOf(key)).catch(() => null)),
    set: async (key, image) => {
      if (spaceOf(image.byteLength) > maxBytes) return
      // Written to another name first, so that a crash leaves no half image.
      const partial = join(directory, `${randomUUID()}.tmp`)
      try {
        await writeFile(partial, image)
        await rename(partial, pathOf(key))
        sizes.set(key, image.byteLength)
        await removeEvicted()
      } catch (error) {
        await rm(partial, { force: true }).catch(onError)
        onError(error)
      }
    },
  }
}

/** Sizes by key, the longest unchanged first. Left-over temporary files are removed. */
async function readSizes(directory: string): Promise<Map<string, number>> {
  const found = []
  for (const name of await readdir(directory)) {
    if (name.endsWith('.tmp')) await rm(join(directory, name), { force: true })
    if (!name.endsWith(SUFFIX)) continue
    const { size, mtimeMs } = await stat(join(directory, name))
    found.push({ key: name.slice(0, -SUFFIX.length), size, mtimeMs })
  }
  return new Map(found.sort((a, b) => a.mtimeMs - b.mtimeMs).map(({ key, size }) => [key, size]))
}
