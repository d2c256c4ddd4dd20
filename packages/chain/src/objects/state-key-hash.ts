import { createHash, hash } from 'node:crypto'
import type { Address } from '@opal/domain/address'

/** Prefix of every state key's hash. @source aptos-crypto: `CryptoHasher` of `StateKey` */
const SEED = createHash('sha3-256').update('APTOS::StateKey').digest()
/** The variant of a state key that is an access path. @source aptos-types: `StateKeyTag::AccessPath` */
const ACCESS_PATH = 0
/** The path of a resource group in an access path. @source aptos-types: `access_path::Path::ResourceGroup` */
const RESOURCE_GROUP = 2

const PATH = pathOfObjectGroup()

/**
 * Returns the key under which a node keeps an object: all its resources are one group.
 * @source recomputed from every object of the recorded transactions
 */
export function objectStateKeyHash(object: Address): string {
  const account = Buffer.from(object.slice(2), 'hex')
  const preimage = Buffer.concat([SEED, Buffer.of(ACCESS_PATH), account, lengthPrefixed(PATH)])
  return `0x${hash('sha3-256', preimage, 'hex')}`
}

/**
 * Returns BCS of the path: the variant and the group's struct tag, `0x1::object::ObjectGroup` without type
 * arguments.
 */
function pathOfObjectGroup(): Buffer {
  const framework = Buffer.alloc(32)
  framework[31] = 1
  const names = ['object', 'ObjectGroup'].map((name) => lengthPrefixed(Buffer.from(name)))
  return Buffer.concat([Buffer.of(RESOURCE_GROUP), framework, ...names, Buffer.of(0)])
}

/** Returns BCS of bytes; all lengths here are below 128. */
function lengthPrefixed(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of(bytes.length), bytes])
}
