const HASH_BYTES = 32
/** Hashes per chunk: 2 MiB. */
const CHUNK = 65_536
const FIRST_SLOTS = 1 << 16

/**
 * Versions by transaction hash, 32 bytes of which a billion would fit nowhere but a million in 50 MB: hashes lie side
 * by side in the order of versions, found through a table of 4-byte slots that is at most half full.
 */
export class HashIndex {
  readonly #chunks: Buffer[] = []
  #slots = new Uint32Array(FIRST_SLOTS)
  #count = 0

  /** Returns the number of hashes, which is the next version. */
  get length(): number {
    return this.#count
  }

  /** Keeps the hash of the next version. */
  push(hash: Uint8Array): void {
    if (this.#count % CHUNK === 0) this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK * HASH_BYTES))
    this.#chunks.at(-1)?.set(hash, (this.#count % CHUNK) * HASH_BYTES)
    this.#count += 1
    if (this.#count * 2 > this.#slots.length) this.#rebuild(this.#slots.length * 2)
    else this.#insert(this.#count - 1)
  }

  /** @returns null for a hash that is not here. */
  versionOf(hash: Uint8Array): number | null {
    const mask = this.#slots.length - 1
    for (let at = first32(hash) & mask; ; at = (at + 1) & mask) {
      const slot = this.#slots[at] as number
      if (slot === 0) return null
      if (this.hashOf(slot - 1).equals(hash)) return slot - 1
    }
  }

  /** Returns a view of the hash of a version. */
  hashOf(version: number): Buffer {
    const start = (version % CHUNK) * HASH_BYTES
    return (this.#chunks[Math.floor(version / CHUNK)] as Buffer).subarray(start, start + HASH_BYTES)
  }

  /** Deletes everything from a version on. */
  truncate(version: number): void {
    this.#count = Math.min(this.#count, version)
    this.#chunks.length = Math.ceil(this.#count / CHUNK)
    this.#rebuild(this.#slots.length)
  }

  #rebuild(size: number): void {
    this.#slots = new Uint32Array(size)
    for (let version = 0; version < this.#count; version += 1) this.#insert(version)
  }

  #insert(version: number): void {
    const mask = this.#slots.length - 1
    let at = first32(this.hashOf(version)) & mask
    while (this.#slots[at] !== 0) at = (at + 1) & mask
    this.#slots[at] = version + 1
  }
}

function first32(hash: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = hash
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
}
