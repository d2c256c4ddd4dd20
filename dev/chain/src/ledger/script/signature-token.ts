import type { Primitive } from '../encoding/move-type.ts'
import type { BytecodeCursor } from './bytecode-cursor.ts'
import { malformed, unsupported } from './script-fault.ts'

/** A type as bytecode writes it: structs by their handle. */
export type Token =
  | { readonly kind: 'primitive'; readonly name: Primitive }
  | { readonly kind: 'vector'; readonly of: Token }
  | { readonly kind: 'reference'; readonly isMutable: boolean; readonly to: Token }
  | { readonly kind: 'parameter'; readonly index: number }
  | { readonly kind: 'struct'; readonly handle: number; readonly typeArguments: readonly Token[] }

/** @source move-binary-format SerializedType */
const PRIMITIVES: Readonly<Record<number, Primitive>> = {
  1: 'bool',
  2: 'u8',
  3: 'u64',
  4: 'u128',
  5: 'address',
  12: 'signer',
  13: 'u16',
  14: 'u32',
  15: 'u256',
}
const [REFERENCE, MUTABLE_REFERENCE, STRUCT, TYPE_PARAMETER, VECTOR, STRUCT_INSTANTIATION] = [6, 7, 8, 9, 10, 11]
const [FUNCTION, LAST_SIGNED] = [16, 22]
/** @source move-binary-format SIGNATURE_TOKEN_DEPTH_MAX is 256; nothing here nests so deep. */
const MAX_DEPTH = 64
const MAX_INDEX = 65_535

/** Returns one type. @throws ScriptFault */
export function readToken(cursor: BytecodeCursor, depth = 0): Token {
  if (depth > MAX_DEPTH) throw malformed('a type nests too deep')
  const code = cursor.byte()
  const primitive = PRIMITIVES[code]
  if (primitive !== undefined) return { kind: 'primitive', name: primitive }
  switch (code) {
    case REFERENCE:
    case MUTABLE_REFERENCE:
      return { kind: 'reference', isMutable: code === MUTABLE_REFERENCE, to: readToken(cursor, depth + 1) }
    case VECTOR:
      return { kind: 'vector', of: readToken(cursor, depth + 1) }
    case TYPE_PARAMETER:
      return { kind: 'parameter', index: cursor.index(MAX_INDEX) }
    case STRUCT:
      return { kind: 'struct', handle: cursor.index(MAX_INDEX), typeArguments: [] }
    case STRUCT_INSTANTIATION:
      return readInstantiation(cursor, depth)
    default:
      if (code >= FUNCTION && code <= LAST_SIGNED) throw unsupported('function values and signed integers')
      throw malformed(`${code} is no type`)
  }
}

function readInstantiation(cursor: BytecodeCursor, depth: number): Token {
  const handle = cursor.index(MAX_INDEX)
  const arity = cursor.index(255)
  if (arity === 0) throw malformed('a generic type without arguments')
  return { kind: 'struct', handle, typeArguments: Array.from({ length: arity }, () => readToken(cursor, depth + 1)) }
}

/** Returns a list of types: parameters, results, locals or type arguments. */
export function readSignature(cursor: BytecodeCursor): readonly Token[] {
  return Array.from({ length: cursor.index(255) }, () => readToken(cursor))
}
