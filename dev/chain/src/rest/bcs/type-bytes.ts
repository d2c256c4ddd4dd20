import { parseTypeTag, type TypeTagStruct } from '@aptos-labs/ts-sdk'

const CACHE_LIMIT = 5_000
const known = new Map<string, Uint8Array>()

/** BCS of a TypeTag. */
export function typeTagBytes(type: string): Uint8Array {
  const found = known.get(type)
  if (found !== undefined) return found
  if (known.size >= CACHE_LIMIT) known.clear()
  const bytes = parseTypeTag(type).bcsToBytes()
  known.set(type, bytes)
  return bytes
}

/** BCS of a struct's StructTag: the same without saying that it is a struct. */
export function structTagBytes(type: string): Uint8Array {
  return (parseTypeTag(type) as TypeTagStruct).value.bcsToBytes()
}
