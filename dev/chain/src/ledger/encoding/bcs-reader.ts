/** Reads BCS in place: a byte vector is a view, nothing is copied. @throws RangeError beyond the end, or for a malformed number. */
export class BcsReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Returns the number of bytes read. */
  get position(): number {
    return this.#at
  }

  get remaining(): number {
    return this.#bytes.length - this.#at
  }

  bool(): boolean {
    const byte = this.u8()
    if (byte > 1) throw new RangeError('a bool is 0 or 1')
    return byte === 1
  }

  u8(): number {
    return this.#bytes[this.#advance(1)] as number
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#advance(2))
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#advance(4))
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#advance(8))
  }

  u128(): bigint {
    const low = this.u64()
    return low | (this.u64() << 64n)
  }

  u256(): bigint {
    const low = this.u128()
    return low | (this.u128() << 128n)
  }

  /** Returns a length or a variant's number: at most 32 bits, in as few bytes as it needs. */
  uleb128(): number {
    let value = 0
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.u8()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) {
        if (value > MAX_U32 || (byte === 0 && factor > 1)) break
        return value
      }
    }
    throw new RangeError('a uleb128 number is too long')
  }

  /** Returns a vector of bytes. */
  bytes(): Buffer {
    return this.fixedBytes(this.uleb128())
  }

  fixedBytes(length: number): Buffer {
    const start = this.#advance(length)
    return this.#bytes.subarray(start, start + length)
  }

  #advance(by: number): number {
    const start = this.#at
    if (by > this.#bytes.length - start) throw new RangeError('BCS ends too early')
    this.#at = start + by
    return start
  }
}

const MAX_U32 = 2 ** 32 - 1
