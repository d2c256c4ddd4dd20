import { malformed } from './script-fault.ts'

/** Reads Move's binary format: bytes, fixed integers and ULEB128, never past the end. All throw ScriptFault. */
export class BytecodeCursor {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw malformed('unexpected end')
    this.#at += 1
    return byte
  }

  bytes(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw malformed('unexpected end')
    const taken = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return taken
  }

  /** Returns an unsigned integer of a number of bytes, the lowest first. */
  integer(length: number): bigint {
    return this.bytes(length).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
  }

  /** Returns a ULEB128 number, in its shortest form. @param max at most 2^32 - 1. */
  index(max: number): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) {
        if (value > max || (shift > 0 && byte === 0)) break
        return value
      }
    }
    throw malformed(`a number is wider than ${max}`)
  }
}
