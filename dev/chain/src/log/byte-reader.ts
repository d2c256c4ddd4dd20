/** Reads values that a {@link ByteWriter} wrote. @throws RangeError beyond the end. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  u32(): number {
    const value = this.#bytes.readUInt32LE(this.#at)
    this.#at += 4
    return value
  }

  u64(): bigint {
    const value = this.#bytes.readBigUInt64LE(this.#at)
    this.#at += 8
    return value
  }

  /** Returns a text of its own: it does not keep the bytes alive. */
  text(): string {
    const [start, end] = this.#part()
    return this.#bytes.toString('utf8', start, end)
  }

  /** Returns a view into the bytes. */
  bytes(): Buffer {
    return this.#bytes.subarray(...this.#part())
  }

  #part(): [start: number, end: number] {
    const length = this.u32()
    const start = this.#at
    if (start + length > this.#bytes.length) throw new RangeError('the bytes end too early')
    this.#at = start + length
    return [start, this.#at]
  }
}
