import { type Address, toShortAddress } from '@opal/domain/address'
import { BcsReader } from '../encoding/bcs-reader.ts'

/** A legacy ed25519 signature over the raw transaction alone: what nearly every transaction carries. */
export interface Ed25519Proof {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** 64 bytes. */
  readonly signature: Uint8Array
}

/** A transaction that calls an entry function and has one ed25519 signature. */
export interface PlainTransaction {
  readonly rawLength: number
  readonly sender: Address
  readonly sequenceNumber: bigint
  readonly functionId: string
  readonly typeArguments: readonly string[]
  readonly args: readonly Uint8Array[]
  readonly maxGasAmount: bigint
  readonly gasUnitPrice: bigint
  readonly expirationSeconds: bigint
  readonly chainId: number
  readonly proof: Ed25519Proof
}

const ENTRY_FUNCTION = 2
const ED25519 = 0
/** By their numbers in BCS. @source move-core-types language_storage::TypeTag */
const PRIMITIVES = ['bool', 'u8', 'u64', 'u128', 'address', 'signer', null, null, 'u16', 'u32', 'u256']
const VECTOR = 6
const STRUCT = 7
const MAX_DEPTH = 4
const MAX_ITEMS = 256
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Reads the usual kind of signed transaction several times faster than the SDK's reader.
 * @returns null for anything unusual, right or wrong: the SDK's reader is to judge it.
 */
export function readPlainTransaction(bytes: Uint8Array): PlainTransaction | null {
  try {
    return read(new BcsReader(bytes))
  } catch {
    return null
  }
}

function read(reader: BcsReader): PlainTransaction | null {
  const sender = readAddress(reader)
  const sequenceNumber = reader.u64()
  if (reader.uleb128() !== ENTRY_FUNCTION) return null
  const functionId = `${toShortAddress(readAddress(reader))}::${readName(reader)}::${readName(reader)}`
  const typeArguments = readMany(reader, () => readTypeTag(reader, 0))
  const args = readMany(reader, () => reader.bytes())
  const [maxGasAmount, gasUnitPrice, expirationSeconds] = [reader.u64(), reader.u64(), reader.u64()]
  const chainId = reader.u8()
  const rawLength = reader.position
  if (reader.uleb128() !== ED25519) return null
  const proof = { publicKey: reader.bytes(), signature: reader.bytes() }
  if (proof.publicKey.length !== 32 || proof.signature.length !== 64 || reader.remaining > 0) return null
  const call = { functionId, typeArguments, args }
  return { rawLength, sender, sequenceNumber, ...call, maxGasAmount, gasUnitPrice, expirationSeconds, chainId, proof }
}

function readMany<Item>(reader: BcsReader, readOne: () => Item): Item[] {
  const length = reader.uleb128()
  if (length > MAX_ITEMS) throw new RangeError('more than usual')
  return Array.from({ length }, readOne)
}

/** In the node's spelling. */
function readTypeTag(reader: BcsReader, depth: number): string {
  if (depth > MAX_DEPTH) throw new RangeError('deeper than usual')
  const tag = reader.uleb128()
  if (tag === VECTOR) return `vector<${readTypeTag(reader, depth + 1)}>`
  if (tag !== STRUCT) return PRIMITIVES[tag] ?? unusual()
  const struct = `${toShortAddress(readAddress(reader))}::${readName(reader)}::${readName(reader)}`
  const inner = readMany(reader, () => readTypeTag(reader, depth + 1))
  return inner.length === 0 ? struct : `${struct}<${inner.join(', ')}>`
}

function readName(reader: BcsReader): string {
  const name = reader.bytes().toString('latin1')
  return IDENTIFIER.test(name) ? name : unusual()
}

function readAddress(reader: BcsReader): Address {
  return `0x${reader.fixedBytes(32).toString('hex')}` as Address
}

function unusual(): never {
  throw new RangeError('not as usual')
}
