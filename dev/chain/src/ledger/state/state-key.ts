import type { Address } from '@opal/domain/address'
import { cached } from '../cached.ts'
import { bytes32, sha3 } from '../crypto/sha3.ts'
import { type MoveType, parseMoveType } from '../encoding/move-type.ts'

const STATE_KEY_SALT = sha3('APTOS::StateKey')
const ACCESS_PATH = 0
const TABLE_ITEM = 1
const RESOURCE_PATH = 1
const RESOURCE_GROUP_PATH = 2
/** The group that every resource at an object's address belongs to. @source 0x1::object */
export const OBJECT_GROUP = '0x1::object::ObjectGroup'
/** Numbers of the type tags in BCS. @source move-core-types language_storage::TypeTag */
const TYPE_TAGS = {
  bool: 0,
  u8: 1,
  u64: 2,
  u128: 3,
  address: 4,
  signer: 5,
  vector: 6,
  struct: 7,
  u16: 8,
  u32: 9,
  u256: 10,
}
const MAX_TYPES = 100
/** By type, then by address: a text made of both would cost more than the hash saves. */
const keyHashesOf = cached((type: string) => cached((address: Address) => computeKeyHash(address, type)), MAX_TYPES)

/**
 * Returns the hash that a resource, or a whole resource group, is stored under.
 * @source recomputed from 948 resource writes of mainnet, see state-key.test.ts
 */
export function resourceKeyHash(address: Address, type: string): Buffer {
  return keyHashesOf(type)(address)
}

function computeKeyHash(address: Address, type: string): Buffer {
  const path = accessPath(type)
  return sha3(STATE_KEY_SALT, Uint8Array.of(ACCESS_PATH), bytes32(address), uleb128(path.length), path)
}

/** Returns the hash that a table item is stored under. @param key BCS of the key. */
export function tableItemKeyHash(handle: string, key: Uint8Array): Buffer {
  return sha3(STATE_KEY_SALT, Uint8Array.of(TABLE_ITEM), bytes32(`0x${handle.slice(2).padStart(64, '0')}`), key)
}

/** Returns BCS of the path inside an address. Its byte order is the order of a write set. */
export const accessPath = cached((type: string): Buffer => {
  const kind = type === OBJECT_GROUP ? RESOURCE_GROUP_PATH : RESOURCE_PATH
  return Buffer.concat([Uint8Array.of(kind), structTag(parseMoveType(type))])
})

/** Sorts resource types as a group's members are sorted: address, module, name. @source the write set of mainnet 602320562 */
export const memberOrder = cached((type: string): string => {
  const parsed = parseMoveType(type)
  return parsed.kind === 'struct' ? [parsed.address, parsed.module, parsed.name, type].join('\0') : type
})

function structTag(type: MoveType): Buffer {
  if (type.kind !== 'struct') throw new TypeError('a resource is a struct')
  const { address, module, name, typeArguments } = type
  const inner = typeArguments.map(typeTag)
  return Buffer.concat([bytes32(address), text(module), text(name), uleb128(inner.length), ...inner])
}

function typeTag(type: MoveType): Buffer {
  switch (type.kind) {
    case 'primitive':
      return Buffer.of(TYPE_TAGS[type.name])
    case 'vector':
      return Buffer.concat([Buffer.of(TYPE_TAGS.vector), typeTag(type.of)])
    case 'struct':
      return Buffer.concat([Buffer.of(TYPE_TAGS.struct), structTag(type)])
    default:
      throw new TypeError('a resource type holds no parameter or reference')
  }
}

function text(value: string): Buffer {
  return Buffer.concat([uleb128(Buffer.byteLength(value)), Buffer.from(value)])
}

/** Returns a whole number as ULEB128, by which BCS writes lengths. */
export function uleb128(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) {
      bytes.push(rest)
      return Buffer.from(bytes)
    }
    bytes.push((rest & 0x7f) | 0x80)
  }
}
