import { firstPlace } from '@opal/domain/first-place'
import { type BlockRecord, packBlock, unpackBlock } from './block-record.ts'
import type { BlockStore } from './block-store.ts'

/** Position of a block, without its transactions. */
export interface BlockPlace {
  readonly height: bigint
  readonly epoch: bigint
  readonly firstVersion: bigint
  readonly lastVersion: bigint
  readonly timestampMicros: bigint
}

const CACHED_BLOCKS = 32

/** All blocks ever committed: places in memory, bytes read from the store when asked for. */
export class ChainLog implements Disposable {
  readonly #store: BlockStore
  readonly #places: BlockPlace[] = []
  readonly #cache = new Map<number, BlockRecord>()

  constructor(store: BlockStore) {
    this.#store = store
  }

  /** Restores the positions of the first blocks; {@link replay} then begins after them. */
  restore(places: Iterable<BlockPlace>): void {
    for (const place of places) this.#places.push(place)
  }

  /** Reads every stored block that is not known yet, in order. Call it before anything else. */
  *replay(): Generator<BlockRecord> {
    for (let index = this.#places.length; index < this.#store.length; index += 1) {
      const block = unpackBlock(this.#store.read(index))
      this.#places.push(placeOf(block))
      yield block
    }
  }

  /** Positions of all blocks. */
  get places(): readonly BlockPlace[] {
    return this.#places
  }

  /** Returns the hash of all stored blocks. */
  get chain(): Buffer {
    return this.#store.chain
  }

  /** Deletes every block from a height on. */
  truncate(height: number): void {
    this.#store.truncate(height)
    this.#places.length = Math.min(this.#places.length, height)
    this.#cache.clear()
  }

  append(block: BlockRecord): void {
    this.#store.append(packBlock(block))
    this.#places.push(placeOf(block))
  }

  /** Returns the number of transactions. */
  get versions(): number {
    const last = this.#places.at(-1)
    return last === undefined ? 0 : Number(last.lastVersion) + 1
  }

  blockByHeight(height: bigint): BlockPlace | null {
    return this.#places[Number(height)] ?? null
  }

  blockOf(version: bigint): BlockPlace | null {
    const index = this.#indexOf(Number(version))
    return index === null ? null : (this.#places[index] ?? null)
  }

  /** Returns Protobuf of one transaction; null when there is none yet. */
  transaction(version: number): Uint8Array | null {
    const index = this.#indexOf(version)
    if (index === null) return null
    const block = this.#read(index)
    return block.transactions[version - Number(block.firstVersion)]?.bytes ?? null
  }

  /** Returns the signed bytes of a transaction as submitted; null for the chain's own ones and those of older logs. */
  signed(version: number): Uint8Array | null {
    const index = this.#indexOf(version)
    if (index === null) return null
    const block = this.#read(index)
    return block.transactions[version - Number(block.firstVersion)]?.signed ?? null
  }

  /** Protobufs from a version on, at most to the end of its block and at most `limit`. Empty at the end of the log. */
  chunk(fromVersion: number, limit: number): readonly Uint8Array[] {
    const index = this.#indexOf(fromVersion)
    if (index === null) return []
    const block = this.#read(index)
    const start = fromVersion - Number(block.firstVersion)
    return block.transactions.slice(start, start + limit).map((one) => one.bytes)
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]()
  }

  #indexOf(version: number): number | null {
    if (version < 0 || version >= this.versions) return null
    const isAfter = (place: number) => Number((this.#places[place] as BlockPlace).firstVersion) > version
    return firstPlace(this.#places.length, isAfter) - 1
  }

  #read(index: number): BlockRecord {
    const cached = this.#cache.get(index)
    if (cached !== undefined) return cached
    const block = unpackBlock(this.#store.read(index))
    if (this.#cache.size >= CACHED_BLOCKS) this.#cache.delete(this.#cache.keys().next().value as number)
    this.#cache.set(index, block)
    return block
  }
}

function placeOf(block: BlockRecord): BlockPlace {
  const { height, epoch, firstVersion, timestampMicros } = block
  return {
    height,
    epoch,
    firstVersion,
    lastVersion: firstVersion + BigInt(block.transactions.length) - 1n,
    timestampMicros,
  }
}
