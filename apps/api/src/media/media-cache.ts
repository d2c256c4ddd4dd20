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
