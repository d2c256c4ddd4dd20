import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { moveLength } from '../aborts.ts'
import { STRING } from '../define.ts'
import { type MoveContext, MoveExecutionFailure } from '../move-module.ts'
import { tokenAbort } from './token-aborts.ts'
import { COLLECTIONS, collectionsOf, tableHandle } from './token-data.ts'
import { announceMutation } from './token-event-store.ts'

const COLLECTION_DATA = '0x3::token::CollectionData'
const MAX_NAME_BYTES = 128
const MAX_URI_BYTES = 512

/** Properties of a new collection. `maximum` 0 means no limit, and no count. */
export interface NewCollectionV1 {
  readonly name: string
  readonly description: string
  readonly uri: string
  readonly maximum: bigint
  /** Mutable fields, in this order: description, uri, maximum. */
  readonly mutability: readonly boolean[]
}

/** @source 0x3::token::create_collection */
export function createCollection(context: MoveContext, creator: Address, made: NewCollectionV1): void {
  const { name, description, uri } = made
  assertCollectionName(name)
  assertUri(uri)
  initializeCollections(context, creator)
  if (findCollection(context, creator, name) !== null) throw tokenAbort('already-exists', 'ECOLLECTION_ALREADY_EXISTS')
  const maximum = made.maximum.toString()
  const mutability_config = flags(made.mutability, ['description', 'uri', 'maximum'], 'collection')
  putCollection(context, creator, { description, maximum, mutability_config, name, supply: '0', uri })
  const announced = { collection_name: name, creator: toShortAddress(creator), description, maximum, uri }
  context.emit('0x3::token::CreateCollection', announced)
}

/**
 * Returns the `0x3::token::CollectionData`.
 * @throws MoveAbort when the creator published no such collection.
 */
export function collectionData(context: MoveContext, creator: Address, name: string): JsonObject {
  const found = findCollection(context, creator, name)
  if (found === null) throw tokenAbort('not-found', 'ECOLLECTION_NOT_PUBLISHED')
  return found
}

/** @throws MoveAbort ECOLLECTIONS_NOT_PUBLISHED */
export function findCollection(context: MoveContext, creator: Address, name: string): JsonObject | null {
  const handle = tableHandle(collectionsOf(context, creator), 'collection_data')
  return context.tableItem(handle, STRING, COLLECTION_DATA, name) as JsonObject | null
}

/** Puts a changed copy of a creator's collection. */
export function putCollection(context: MoveContext, creator: Address, data: JsonObject): void {
  const handle = tableHandle(collectionsOf(context, creator), 'collection_data')
  context.putTableItem(handle, STRING, COLLECTION_DATA, data.name as string, data)
}

/** Counts one token less; a collection that is empty then is gone. Unlimited ones are not counted. */
export function forgetToken(context: MoveContext, creator: Address, name: string): void {
  const data = collectionData(context, creator, name)
  if (data.maximum === '0') return
  const supply = BigInt(data.supply as string) - 1n
  if (supply > 0n) {
    putCollection(context, creator, { ...data, supply: supply.toString() })
    return
  }
  const handle = tableHandle(collectionsOf(context, creator), 'collection_data')
  context.removeTableItem(handle, STRING, COLLECTION_DATA, name)
}

/** @source 0x3::token::mutate_collection_description, mutate_collection_uri */
export function mutateCollectionText(
  context: MoveContext,
  creator: Address,
  name: string,
  change: { readonly field: 'description' | 'uri'; readonly value: string },
): void {
  const { field, value } = change
  if (field === 'uri') assertUri(value)
  const data = collectionData(context, creator, name)
  assertMutable(data, field)
  const event = field === 'uri' ? 'CollectionUriMutate' : 'CollectionDescriptionMutate'
  const fields = { [`old_${field}`]: data[field] as string, [`new_${field}`]: value }
  announceMutation(context, creator, event, { collection_name: name, creator_addr: toShortAddress(creator), ...fields })
  putCollection(context, creator, { ...data, [field]: value })
}

/** @source 0x3::token::mutate_collection_maximum */
export function mutateCollectionMaximum(context: MoveContext, creator: Address, name: string, maximum: bigint): void {
  const data = collectionData(context, creator, name)
  assertMaximum(data, maximum)
  assertMutable(data, 'maximum')
  const fields = { old_maximum: data.maximum as string, new_maximum: maximum.toString() }
  const named = { collection_name: name, creator_addr: toShortAddress(creator) }
  announceMutation(context, creator, 'CollectionMaximumMutate', { ...named, ...fields })
  putCollection(context, creator, { ...data, maximum: maximum.toString() })
}

/** Limits stay limits and hold what is there already. */
export function assertMaximum(data: JsonObject, maximum: bigint): void {
  const isLimited = data.maximum !== '0' && maximum !== 0n
  if (!isLimited || maximum < BigInt(data.supply as string)) throw tokenAbort('invalid-argument', 'EINVALID_MAXIMUM')
}

/** @throws MoveAbort EFIELD_NOT_MUTABLE */
export function assertMutable(data: JsonObject, field: string): void {
  if ((data.mutability_config as JsonObject)[field] === true) return
  throw tokenAbort('permission-denied', 'EFIELD_NOT_MUTABLE')
}

/** @throws MoveAbort for a name that is too long */
export function assertCollectionName(name: string): void {
  if (moveLength(name) > MAX_NAME_BYTES) throw tokenAbort('invalid-argument', 'ECOLLECTION_NAME_TOO_LONG')
}

/** @throws MoveAbort for an address that is too long */
export function assertUri(uri: string): void {
  if (moveLength(uri) > MAX_URI_BYTES) throw tokenAbort('invalid-argument', 'EURI_TOO_LONG')
}

/** Returns a mutability config from its list of flags: more are ignored, fewer stop the VM. */
export function flags(settings: readonly boolean[], names: readonly string[], of: 'collection' | 'token'): JsonObject {
  const entries = names.map((name, index) => {
    const flag = settings[index]
    if (flag === undefined) throw new MoveExecutionFailure(`0x3::token::create_${of}_mutability_config`, 4 * index + 2)
    return [name, flag] as const
  })
  return Object.fromEntries(entries)
}

function initializeCollections(context: MoveContext, creator: Address): void {
  if (context.getResource(creator, COLLECTIONS) !== null) return
  context.putResource(creator, COLLECTIONS, {
    collection_data: { handle: toShortAddress(context.newTable()) },
    token_data: { handle: toShortAddress(context.newTable()) },
    create_collection_events: context.newEventHandle(creator),
    create_token_data_events: context.newEventHandle(creator),
    mint_token_events: context.newEventHandle(creator),
  })
}
