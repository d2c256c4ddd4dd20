import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { namedObject } from '../../ledger/state/addresses.ts'
import { abortsOf, moveLength } from '../aborts.ts'
import { asExecution, KEYED, STRING, struct, TOKEN_OBJECTS, view } from '../define.ts'
import type { MoveContext, MoveModule, MoveOutput, MoveResource } from '../move-module.ts'
import { collectionAt, countBurn, countMint, creatorOf } from './collection.ts'
import { ROYALTY, royaltyAt } from './royalty.ts'

const TOKEN = '0x4::token::Token'
const TOKEN_IDENTIFIERS = '0x4::token::TokenIdentifiers'
const abort = abortsOf('0x4::token')

const OBJECT = '0x1::object::Object<T0>'
type Read = (context: MoveContext, token: Address) => MoveOutput
const reads = (name: string, type: string, read: Read) =>
  view(name, [OBJECT], [type], (context, _types, args) => [read(context, args[0] as Address)], KEYED)

/** @source 0x4::token */
export const token: MoveModule = {
  address: TOKEN_OBJECTS,
  name: 'token',
  structs: [
    struct('Token', {
      collection: '0x1::object::Object<0x4::collection::Collection>',
      index: 'u64',
      description: STRING,
      name: STRING,
      uri: STRING,
      mutation_events: '0x1::event::EventHandle<0x4::token::MutationEvent>',
    }),
    struct('TokenIdentifiers', {
      index: '0x1::aggregator_v2::AggregatorSnapshot<u64>',
      name: '0x1::aggregator_v2::DerivedStringSnapshot',
    }),
    struct('MutationEvent', { mutated_field_name: STRING, old_value: STRING, new_value: STRING }, ['drop', 'store']),
  ],
  functions: [
    reads('creator', 'address', (context, object) => toShortAddress(creatorOf(context, collectionOf(context, object)))),
    reads(
      'collection_name',
      STRING,
      (context, object) => collectionAt(context, collectionOf(context, object)).name ?? '',
    ),
    reads('collection_object', '0x1::object::Object<0x4::collection::Collection>', (context, object) => ({
      inner: toShortAddress(collectionOf(context, object)),
    })),
    reads('description', STRING, (context, object) => tokenAt(context, object).description ?? ''),
    reads('uri', STRING, (context, object) => tokenAt(context, object).uri ?? ''),
    reads('name', STRING, nameOf),
    reads('index', 'u64', indexOf),
    reads('royalty', '0x1::option::Option<0x4::royalty::Royalty>', (context, object) => {
      const own = royaltyAt(context, object)
      return own.vec.length > 0 ? own : royaltyAt(context, collectionOf(context, object))
    }),
  ],
}

/** Properties of a new token. */
export interface NewToken {
  readonly collectionName: string
  readonly description: string
  readonly name: string
  readonly uri: string
}

/** Creates a token of the sender's collection at a fresh address. @source 0x4::token::create */
export function createToken(context: MoveContext, made: NewToken): Address {
  const object = context.createObject(context.sender)
  return initToken(context, object, namedObject(context.sender, made.collectionName), made)
}

/** Creates a creator's token at the address that collection and name give. @source 0x4::token::create_named_token */
export function createNamedToken(context: MoveContext, creator: Address, made: NewToken): Address {
  const object = asExecution(context).createNamedObject(creator, `${made.collectionName}::${made.name}`)
  return initToken(context, object, namedObject(creator, made.collectionName), made)
}

function initToken(context: MoveContext, object: Address, collection: Address, made: NewToken): Address {
  collectionAt(context, collection)
  assertField('name', made.name)
  assertField('description', made.description)
  assertField('uri', made.uri)
  const index = countMint(context, collection, object)
  context.putResource(object, TOKEN, {
    collection: { inner: toShortAddress(collection) },
    description: made.description,
    index: '0',
    mutation_events: context.newObjectEventHandle(object),
    name: '',
    uri: made.uri,
  })
  context.putResource(object, TOKEN_IDENTIFIERS, { index: { value: index.toString() }, name: derivedString(made.name) })
  return object
}

/** Short texts are padded to 20 bytes. @source 0x1::aggregator_v2, seen in mainnet 602320562 */
function derivedString(value: string): JsonObject {
  const padding = Math.max(0, 20 - moveLength(value))
  return { padding: `0x${'00'.repeat(padding)}`, value }
}

/** Burns the token. @source 0x4::token::burn */
export function burnToken(context: MoveContext, object: Address): void {
  const collection = collectionOf(context, object)
  const index = indexOf(context, object)
  const owner = context.ownerOf(object)
  context.deleteObject(object)
  for (const type of [ROYALTY, TOKEN, TOKEN_IDENTIFIERS]) {
    if (context.getResource(object, type) !== null) context.removeResource(object, type)
  }
  countBurn(context, collection, object, index, owner)
}

/** @throws MoveAbort when there is no token at the object. */
function tokenAt(context: MoveContext, object: Address): MoveResource {
  const found = context.getResource(object, TOKEN)
  if (found === null) throw abort('not-found', 1n, 'ETOKEN_DOES_NOT_EXIST', 'The token does not exist')
  return found
}

/** Returns the collection of a token. @throws MoveAbort where there is no token */
export function collectionOf(context: MoveContext, object: Address): Address {
  return parseAddress((tokenAt(context, object).collection as JsonObject).inner as string)
}

function nameOf(context: MoveContext, object: Address): string {
  const identifiers = context.getResource(object, TOKEN_IDENTIFIERS)
  if (identifiers === null) return tokenAt(context, object).name as string
  return (identifiers.name as JsonObject).value as string
}

function indexOf(context: MoveContext, object: Address): string {
  const identifiers = context.getResource(object, TOKEN_IDENTIFIERS)
  if (identifiers === null) return tokenAt(context, object).index as string
  return (identifiers.index as JsonObject).value as string
}

/** A field that a creator may change. */
export type TokenField = 'description' | 'name' | 'uri'

/** Changes a field and says what it was. @source 0x4::token::set_description, set_name, set_uri */
export function setTokenField(context: MoveContext, object: Address, field: TokenField, value: string): void {
  assertField(field, value)
  const before = tokenAt(context, object)
  const oldValue = field === 'name' ? nameOf(context, object) : (before[field] as string)
  const identifiers = context.getResource(object, TOKEN_IDENTIFIERS)
  if (field === 'name' && identifiers !== null) {
    context.putResource(object, TOKEN_IDENTIFIERS, { ...identifiers, name: derivedString(value) })
  } else {
    context.putResource(object, TOKEN, { ...before, [field]: value })
  }
  const data = { mutated_field_name: field, new_value: value, old_value: oldValue }
  context.emitOnHandle(object, TOKEN, 'mutation_events', '0x4::token::MutationEvent', data)
}

const LIMITS = {
  name: { bytes: 128, reason: 4n, error: 'ETOKEN_NAME_TOO_LONG', text: 'The token name is over the maximum length' },
  uri: { bytes: 512, reason: 5n, error: 'EURI_TOO_LONG', text: 'The URI is over the maximum length' },
  description: {
    bytes: 2048,
    reason: 6n,
    error: 'EDESCRIPTION_TOO_LONG',
    text: 'The description is over the maximum length',
  },
} as const

function assertField(field: TokenField, value: string): void {
  const { bytes, reason, error, text } = LIMITS[field]
  if (moveLength(value) > bytes) throw abort('out-of-range', reason, error, text)
}
