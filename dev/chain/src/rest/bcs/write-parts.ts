import { parseTypeTag, type Serializer, type TypeTagStruct } from '@aptos-labs/ts-sdk'

const HASH_BYTES = 32

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
  const length: number[] = []
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest < 0x80 ? rest : (rest & 0x7f) | 0x80)
    if (rest < 0x80) break
  }
  return Buffer.concat([Uint8Array.from(length), bytes])
}

const CACHE_LIMIT = 5_000
const known = new Map<string, Uint8Array>()

/** Returns BCS of a TypeTag. */
export function typeTagBytes(type: string): Uint8Array {
  const found = known.get(type)
  if (found !== undefined) return found
  if (known.size >= CACHE_LIMIT) known.clear()
  const bytes = parseTypeTag(type).bcsToBytes()
  known.set(type, bytes)
  return bytes
}

/** Returns BCS of a struct's StructTag: the same without saying that it is a struct. */
export function structTagBytes(type: string): Uint8Array {
  return (parseTypeTag(type) as TypeTagStruct).value.bcsToBytes()
}
