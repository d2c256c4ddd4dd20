/** Packs numbers, texts and bytes one after the other, little endian. Texts and bytes carry their length. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(64 * 1024)
  #length = 0

  /** Returns bytes written since the last {@link take}. */
  get length(): number {
    return this.#length
  }

  u32(value: number): void {
    this.#room(4)
    this.#length = this.#bytes.writeUInt32LE(value, this.#length)
  }

  u64(value: bigint): void {
    this.#room(8)
    this.#length = this.#bytes.writeBigUInt64LE(value, this.#length)
  }

  text(value: string): void {
    const most = value.length * 3
    this.#room(4 + most)
    const written = this.#bytes.write(value, this.#length + 4, 'utf8')
    this.#bytes.writeUInt32LE(written, this.#length)
    this.#length += 4 + written
  }

  bytes(value: Uint8Array): void {
    this.u32(value.length)
    this.#room(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  /** Returns a copy of what was written; the writer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return taken
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
