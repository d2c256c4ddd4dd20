import { aptos } from '@aptos-labs/aptos-protos'

type MoveType = aptos.transaction.v1.MoveType
type MoveStructTag = aptos.transaction.v1.MoveStructTag
const { MoveTypes } = aptos.transaction.v1

const PRIMITIVES: Readonly<Record<number, string>> = {
  [MoveTypes.MOVE_TYPES_BOOL]: 'bool',
  [MoveTypes.MOVE_TYPES_U8]: 'u8',
  [MoveTypes.MOVE_TYPES_U16]: 'u16',
  [MoveTypes.MOVE_TYPES_U32]: 'u32',
  [MoveTypes.MOVE_TYPES_U64]: 'u64',
  [MoveTypes.MOVE_TYPES_U128]: 'u128',
  [MoveTypes.MOVE_TYPES_U256]: 'u256',
  [MoveTypes.MOVE_TYPES_ADDRESS]: 'address',
  [MoveTypes.MOVE_TYPES_SIGNER]: 'signer',
}

/**
 * Returns a type of the stream as the node writes it: `vector<0x1::object::Object<T0>>`, `&mut signer`. Proto3
 * leaves out a zero, which is why a missing generic parameter index means T0.
 */
export function renderMoveType(type: MoveType): string {
  const primitive = PRIMITIVES[type.type ?? MoveTypes.MOVE_TYPES_UNSPECIFIED]
  if (primitive !== undefined) return primitive
  if (type.vector !== undefined) return `vector<${renderMoveType(type.vector)}>`
  if (type.struct !== undefined) return renderStructTag(type.struct)
  if (type.reference?.to !== undefined) {
    return `${type.reference.mutable === true ? '&mut ' : '&'}${renderMoveType(type.reference.to)}`
  }
  if (type.type === MoveTypes.MOVE_TYPES_GENERIC_TYPE_PARAM) return `T${type.genericTypeParamIndex ?? 0}`
  return type.unparsable ?? ''
}

/** `0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>`; type arguments are separated by a comma and a space. */
function renderStructTag(tag: MoveStructTag): string {
  const name = `${tag.address}::${tag.module}::${tag.name}`
  const parameters = tag.genericTypeParams ?? []
  return parameters.length === 0 ? name : `${name}<${parameters.map(renderMoveType).join(', ')}>`
}
