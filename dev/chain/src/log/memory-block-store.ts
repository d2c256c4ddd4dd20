import { zstdDecompressSync } from 'node:zlib'
import { type BlockStore, chained, compressed, NO_CHAIN } from './block-store.ts'

/** Returns a store in memory, for tests. */
export function createMemoryBlockStore(): BlockStore {
  const records: Buffer[] = []
  const chains: Buffer[] = []
  return {
    get length() {
      return records.length
    },
    get chain() {
      return chains.at(-1) ?? NO_CHAIN
    },
    append: (record) => {
      const body = compressed(record)
      chains.push(chained(chains.at(-1) ?? NO_CHAIN, body))
      records.push(body)
    },
    truncate: (length) => {
      records.length = Math.min(records.length, length)
      chains.length = records.length
    },
    read: (index) => {
      const record = records[index]
      if (record === undefined) throw new RangeError(`there is no record ${index}`)
      return zstdDecompressSync(record)
    },
    [Symbol.dispose]: () => undefined,
  }
}
