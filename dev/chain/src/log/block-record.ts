/** One transaction in a block record: what lookups need, and the bytes that the stream delivers. */
export interface RecordedTransaction {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** 32 bytes of the sender's address; null for anything but user transactions. */
  readonly sender: Uint8Array | null
  /** Whether it used up a sequence number of the sender. */
  readonly countsForSender: boolean
  /** Protobuf of `aptos.transaction.v1.Transaction`. */
  readonly bytes: Uint8Array
  /** BCS of the SignedTransaction as it was submitted, which the protobuf cannot express in full; null for the chain's own ones. */
  readonly signed: Uint8Array | null
}

/** One block as the log keeps it: whole or not at all. */
export interface BlockRecord {
  readonly height: bigint
  readonly epoch: bigint
  readonly timestampMicros: bigint
  readonly firstVersion: bigint
  readonly transactions: readonly RecordedTransaction[]
}

const HEAD_BYTES = 36
const ENTRY_BYTES = 69
const HAS_SENDER = 1
const COUNTS = 2
/** The signed bytes follow the protobuf, with their length. Records of older logs lack them. */
const HAS_SIGNED = 4
const NO_SENDER = Buffer.alloc(32)

/**
 * Packs a block: four u64, a count, then per transaction hash, sender, flags, length and bytes, for a user's also the
 * length and bytes of what was signed. All little endian.
 */
export function packBlock(block: BlockRecord): Buffer {
  const size = block.transactions.reduce((sum, one) => sum + entryBytes(one), HEAD_BYTES)
  const encoded = Buffer.allocUnsafe(size)
  let at = 0
  for (const value of [block.height, block.epoch, block.timestampMicros, block.firstVersion]) {
    at = encoded.writeBigUInt64LE(value, at)
  }
  at = encoded.writeUInt32LE(block.transactions.length, at)
  for (const one of block.transactions) {
    encoded.set(one.hash, at)
    encoded.set(one.sender ?? NO_SENDER, at + 32)
    encoded[at + 64] = flagsOf(one)
    encoded.writeUInt32LE(one.bytes.length, at + 65)
    encoded.set(one.bytes, at + ENTRY_BYTES)
    if (one.signed !== null) {
      const place = at + ENTRY_BYTES + one.bytes.length
      encoded.writeUInt32LE(one.signed.length, place)
      encoded.set(one.signed, place + 4)
    }
    at += entryBytes(one)
  }
  return encoded
}

function entryBytes({ bytes, signed }: RecordedTransaction): number {
  return ENTRY_BYTES + bytes.length + (signed === null ? 0 : 4 + signed.length)
}

function flagsOf({ sender, countsForSender, signed }: RecordedTransaction): number {
  return (sender === null ? 0 : HAS_SENDER) | (countsForSender ? COUNTS : 0) | (signed === null ? 0 : HAS_SIGNED)
}

/** Unpacks what {@link packBlock} packed. The parts are views into `encoded`. @throws RangeError when it is too short. */
export function unpackBlock(encoded: Buffer): BlockRecord {
  const count = encoded.readUInt32LE(32)
  const transactions: RecordedTransaction[] = []
  let at = HEAD_BYTES
  for (let index = 0; index < count; index += 1) {
    const flags = encoded.readUInt8(at + 64)
    const end = at + ENTRY_BYTES + encoded.readUInt32LE(at + 65)
    const signedEnd = (flags & HAS_SIGNED) === 0 ? end : end + 4 + encoded.readUInt32LE(end)
    if (signedEnd > encoded.length) throw new RangeError('a block record ends inside a transaction')
    transactions.push({
      hash: encoded.subarray(at, at + 32),
      sender: (flags & HAS_SENDER) === 0 ? null : encoded.subarray(at + 32, at + 64),
      countsForSender: (flags & COUNTS) !== 0,
      bytes: encoded.subarray(at + ENTRY_BYTES, end),
      signed: signedEnd === end ? null : encoded.subarray(end + 4, signedEnd),
    })
    at = signedEnd
  }
  return {
    height: encoded.readBigUInt64LE(0),
    epoch: encoded.readBigUInt64LE(8),
    timestampMicros: encoded.readBigUInt64LE(16),
    firstVersion: encoded.readBigUInt64LE(24),
    transactions,
  }
}
