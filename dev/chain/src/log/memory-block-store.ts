import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { BlockStore } from './block-store.ts'

/** A store that forgets everything with the process, for tests. */
export function createMemoryBlockStore(): BlockStore {
  const records: Buffer[] = []
  return {
    get length() {
      return records.length
    },
    append: (record) => {
      records.push(zstdCompressSync(record))
    },
    read: (index) => {
      const record = records[index]
      if (record === undefined) throw new RangeError(`there is no record ${index}`)
      return zstdDecompressSync(record)
    },
    [Symbol.dispose]: () => undefined,
  }
}
