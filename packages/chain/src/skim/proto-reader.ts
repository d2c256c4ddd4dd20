import { MalformedTransactionError } from '../chain-errors.ts'

/** Protobuf wire types that occur in Aptos' messages. @source protobuf encoding */
const VARINT = 0
const FIXED64 = 1
const LENGTH_DELIMITED = 2
const FIXED32 = 5
/** Bytes of a varint, seven bits each, that a double's 53 bits hold exactly. */
const EXACT_BYTES = 7

/**
 * Walks protobuf fields in place, without decoding. Set on a message by {@link enter}; every read is bounded
 * by that message's end.
 */
export class ProtoReader {
  readonly bytes: Uint8Array
  position: number
  end: number
  /** Field number of the last {@link next}. */
  field = 0
  #wireType = 0

  constructor(bytes: Uint8Array, position = 0, end = bytes.length) {
    this.bytes = bytes
    this.position = position
    this.end = end
  }

  /** Reads the next field's tag. @returns false at the message's end. */
  next(): boolean {
    if (this.position >= this.end) return false
    const tag = this.#varint()
    this.field = tag >>> 3
    this.#wireType = tag & 7
    return true
  }

  /** Skips the current field's value. @throws MalformedTransactionError */
  skip(): void {
    if (this.#wireType === VARINT) this.#varint()
    else if (this.#wireType === LENGTH_DELIMITED) this.#advance(this.#varint())
    else if (this.#wireType === FIXED64) this.#advance(8)
    else if (this.#wireType === FIXED32) this.#advance(4)
    else throw new MalformedTransactionError(`unknown wire type ${this.#wireType}`)
  }

  /**
   * Returns the current field's bytes as a reader of its own; this reader moves past them.
   * @throws MalformedTransactionError
   */
  enter(): ProtoReader {
    const start = this.#startOfValue()
    return new ProtoReader(this.bytes, start, this.position)
  }

  /** Returns the current field's bytes. @throws MalformedTransactionError */
  slice(): Uint8Array {
    const start = this.#startOfValue()
    return this.bytes.subarray(start, this.position)
  }

  /** Returns whether the current field's bytes match, without copying them. @throws MalformedTransactionError */
  test(question: (bytes: Uint8Array, start: number, end: number) => boolean): boolean {
    const start = this.#startOfValue()
    return question(this.bytes, start, this.position)
  }

  /** Returns the current field as u64. @throws MalformedTransactionError */
  u64(): bigint {
    if (this.#wireType !== VARINT) throw new MalformedTransactionError('a number was expected')
    const start = this.position
    const small = this.#varint()
    // Versions are far below what a double holds exactly; a bigint for each byte costs more than skimming the transaction.
    if (this.position - start <= EXACT_BYTES) return BigInt(small)
    this.position = start
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new MalformedTransactionError('a number is too long')
  }

  #startOfValue(): number {
    if (this.#wireType !== LENGTH_DELIMITED) throw new MalformedTransactionError('a message was expected')
    const length = this.#varint()
    const start = this.position
    this.#advance(length)
    return start
  }

  #advance(length: number): void {
    const target = this.position + length
    if (target > this.end) throw new MalformedTransactionError('it ends early')
    this.position = target
  }

  /** Tags, lengths and skipped numbers: exact below 2^53, and no length above that passes {@link #advance}. */
  #varint(): number {
    let value = 0
    let scale = 1
    for (let count = 0; count < 10; count += 1) {
      const byte = this.#byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
    throw new MalformedTransactionError('a number is too long')
  }

  #byte(): number {
    const byte = this.position < this.end ? this.bytes[this.position] : undefined
    if (byte === undefined) throw new MalformedTransactionError('it ends early')
    this.position += 1
    return byte
  }
}
