import { parseTypeTag, type Serializer, type TypeTagStruct } from '@aptos-labs/ts-sdk'
import { cached } from '../../ledger/cached.ts'
import { uleb128 } from '../../ledger/state/state-key.ts'

const HASH_BYTES = 32
/** Types whose tags are cached. */
const MAX_TYPES = 5_000

/** Writes a HashValue: its 32 bytes behind their length. @source aptos-crypto HashValue, Serialize */
export function writeHash(writer: Serializer, hash: Uint8Array | undefined): void {
  writer.serializeBytes(hash === undefined || hash.length === 0 ? new Uint8Array(HASH_BYTES) : hash)
}

/** Writes an Option: one byte, then the value if there is one. */
export function writeOption<Value>(writer: Serializer, value: Value | null, write: (value: Value) => void): void {
  writer.serializeBool(value !== null)
  if (value !== null) write(value)
}

/** Writes a vector: its length, then the values. */
export function writeList<Value>(writer: Serializer, values: readonly Value[], write: (value: Value) => void): void {
  writer.serializeU32AsUleb128(values.length)
  for (const value of values) write(value)
}

/** Writes a map: its length, then keys and values in the order of the keys' bytes. @source the BCS specification */
export function writeMap(
  writer: Serializer,
  entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[],
): void {
  writeList(
    writer,
    [...entries].sort(([left], [right]) => Buffer.compare(left, right)),
    ([key, value]) => {
      writer.serializeFixedBytes(key)
      writer.serializeFixedBytes(value)
    },
  )
}

/** Returns bytes behind their length, as the value of a {@link writeMap}. */
export function lengthPrefixed(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([uleb128(bytes.length), bytes])
}

/** Returns BCS of a TypeTag. */
export const typeTagBytes = cached((type: string): Uint8Array => parseTypeTag(type).bcsToBytes(), MAX_TYPES)

/** Returns BCS of a struct's StructTag: the same without saying that it is a struct. */
export function structTagBytes(type: string): Uint8Array {
  return (parseTypeTag(type) as TypeTagStruct).value.bcsToBytes()
}
