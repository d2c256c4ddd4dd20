import { aptos } from '@aptos-labs/aptos-protos'
import { toShortAddress } from '@opal/domain/address'
import { cached } from '../cached.ts'
import { type MoveStructType, type MoveType, type Primitive, parseMoveType } from './move-type.ts'

type ProtoMoveType = aptos.transaction.v1.MoveType
type ProtoStructTag = aptos.transaction.v1.MoveStructTag
const { MoveTypes } = aptos.transaction.v1

const PRIMITIVE_NUMBERS: Readonly<Record<Primitive, aptos.transaction.v1.MoveTypes>> = {
  bool: MoveTypes.MOVE_TYPES_BOOL,
  u8: MoveTypes.MOVE_TYPES_U8,
  u16: MoveTypes.MOVE_TYPES_U16,
  u32: MoveTypes.MOVE_TYPES_U32,
  u64: MoveTypes.MOVE_TYPES_U64,
  u128: MoveTypes.MOVE_TYPES_U128,
  u256: MoveTypes.MOVE_TYPES_U256,
  address: MoveTypes.MOVE_TYPES_ADDRESS,
  signer: MoveTypes.MOVE_TYPES_SIGNER,
}

/** Returns a type string as the stream's MoveType. Shared objects: never change one. */
export const protoType = cached((text: string): ProtoMoveType => toProtoType(parseMoveType(text)))

/** Returns a resource's type as the stream's MoveStructTag. @throws TypeError when it is no struct. */
export function protoStructTag(text: string): ProtoStructTag {
  const tag = protoType(text).struct
  if (tag === undefined) throw new TypeError(`${text} is not a struct type`)
  return tag
}

function toProtoType(type: MoveType): ProtoMoveType {
  switch (type.kind) {
    case 'primitive':
      return { type: PRIMITIVE_NUMBERS[type.name] }
    case 'vector':
      return { type: MoveTypes.MOVE_TYPES_VECTOR, vector: toProtoType(type.of) }
    case 'struct':
      return { type: MoveTypes.MOVE_TYPES_STRUCT, struct: toStructTag(type) }
    case 'parameter':
      return { type: MoveTypes.MOVE_TYPES_GENERIC_TYPE_PARAM, genericTypeParamIndex: type.index }
    case 'reference':
      return {
        type: MoveTypes.MOVE_TYPES_REFERENCE,
        reference: { mutable: type.isMutable, to: toProtoType(type.to) },
      }
  }
}

function toStructTag(type: MoveStructType): ProtoStructTag {
  return {
    address: toShortAddress(type.address),
    module: type.module,
    name: type.name,
    genericTypeParams: type.typeArguments.map(toProtoType),
  }
}
