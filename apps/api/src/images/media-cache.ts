import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps finished pictures by key, within bounds. Losing one costs only making it again. */
export interface MediaCache {
  get(key: string): Promise<Buffer | null>
  set(key: string, picture: Buffer): Promise<void>
}

/** Keeps the most recently used pictures in memory, up to so many bytes. */
export function createMemoryCache(maxBytes: number): MediaCache {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.byteLength ?? 0
    kept.delete(key)
  }
  return {
    get: async (key) => {
      const picture = kept.get(key)
      if (picture === undefined) return null
      // A map goes through its keys in the order they were put in: the used one moves to the end.
      kept.delete(key)
      kept.set(key, picture)
      return picture
    },
    set: async (key, picture) => {
      drop(key)
      if (picture.byteLength > maxBytes) return
      kept.set(key, picture)
      bytes += picture.byteLength
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
  }
}

const SUFFIX = '.webp'

/**
 * Keeps pictures as files of a folder, up to so many bytes; the longest unused go first. What is there already is kept.
 * @param directory ours alone; made when missing.
 */
export async function openDiskCache(directory: string, maxBytes: number): Promise<MediaCache> {
  await mkdir(directory, { recursive: true })
  const sizes = await readSizes(directory)
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const pathOf = (key: string) => join(directory, key + SUFFIX)
  const drop = async (key: string): Promise<void> => {
    bytes -= sizes.get(key) ?? 0
    sizes.delete(key)
    await rm(pathOf(key), { force: true })
  }
  return {
    get: async (key) => {
      const size = sizes.get(key)
      if (size === undefined) return null
      sizes.delete(key)
      sizes.set(key, size)
      return readFile(pathOf(key)).catch(() => null)
    },
    set: async (key, picture) => {
      if (picture.byteLength > maxBytes) return
      // Written beside and moved in, so that a crash leaves no half picture.
      const beside = join(directory, `${randomUUID()}.tmp`)
      await writeFile(beside, picture)
      await rename(beside, pathOf(key))
      bytes += picture.byteLength - (sizes.get(key) ?? 0)
      sizes.delete(key)
      sizes.set(key, picture.byteLength)
      for (const oldest of [...sizes.keys()]) {
        if (bytes <= maxBytes) break
        await drop(oldest)
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
