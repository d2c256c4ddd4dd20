import type { Address } from '@opal/domain/address'
import { toShortAddress } from '@opal/domain/address'
import { namedObject } from '../../ledger/state/addresses.ts'
import { OBJECT_ABORTS } from '../../ledger/state/objects.ts'
import { abortsOf } from '../aborts.ts'
import { callable, entry, KEYED, STRING } from '../define.ts'
import type { MoveContext, MoveFunction, MoveResource } from '../move-module.ts'
import { createFixedCollection, creatorOf, setCollectionField } from './collection.ts'
import { newRoyalty, ROYALTY } from './royalty.ts'

const APTOS_COLLECTION = '0x4::aptos_token::AptosCollection'
/** Aborts of `0x4::aptos_token`. */
export const aptosTokenAbort = abortsOf('0x4::aptos_token')
const OBJECT = '0x1::object::Object<T0>'

/** Rights of a creator, by the resource's field names. */
export type CollectionRule =
  | 'mutable_description'
  | 'mutable_uri'
  | 'mutable_token_description'
  | 'mutable_token_name'
  | 'mutable_token_properties'
  | 'mutable_token_uri'
  | 'tokens_burnable_by_creator'
  | 'tokens_freezable_by_creator'

const BOOLS = Array.from({ length: 9 }, () => 'bool')

/** Functions of `0x4::aptos_token` on collections. @source 0x4::aptos_token */
export const APTOS_COLLECTION_FUNCTIONS: readonly MoveFunction[] = [
  entry(
    'create_collection',
    ['&signer', STRING, 'u64', STRING, STRING, ...BOOLS, 'u64', 'u64'],
    (context, _types, args) => {
      createCollection(context, args as CreateArguments)
    },
  ),
  entry(
    'set_collection_description',
    ['&signer', OBJECT, STRING],
    setField('description', 'mutable_description'),
    KEYED,
  ),
  entry('set_collection_uri', ['&signer', OBJECT, STRING], setField('uri', 'mutable_uri'), KEYED),
  {
    ...entry('set_collection_royalties_call', ['&signer', OBJECT, 'u64', 'u64', 'address'], setRoyalties, KEYED),
    visibility: 'private',
  },
  readRule('is_mutable_collection_description', 'mutable_description'),
  readRule('is_mutable_collection_uri', 'mutable_uri'),
  readRule('is_mutable_collection_token_description', 'mutable_token_description'),
  readRule('is_mutable_collection_token_name', 'mutable_token_name'),
  readRule('is_mutable_collection_token_uri', 'mutable_token_uri'),
  readRule('is_mutable_collection_token_properties', 'mutable_token_properties'),
  readRule('are_collection_tokens_burnable', 'tokens_burnable_by_creator'),
  readRule('are_collection_tokens_freezable', 'tokens_freezable_by_creator'),
]

type CreateArguments = readonly [
  description: string,
  maxSupply: bigint,
  name: string,
  uri: string,
  mutableDescription: boolean,
  mutableRoyalty: boolean,
  mutableUri: boolean,
  mutableTokenDescription: boolean,
  mutableTokenName: boolean,
  mutableTokenProperties: boolean,
  mutableTokenUri: boolean,
  burnable: boolean,
  freezable: boolean,
  royaltyNumerator: bigint,
  royaltyDenominator: bigint,
]

function createCollection(context: MoveContext, args: CreateArguments): void {
  const [description, maxSupply, name, uri, mutableDescription, mutableRoyalty, mutableUri, ...rest] = args
  const [tokenDescription, tokenName, tokenProperties, tokenUri, burnable, freezable, numerator, denominator] = rest
  const royalty = newRoyalty(numerator, denominator, context.sender)
  const object = createFixedCollection(context, { description, maxSupply, name, uri, royalty })
  const self = { self: toShortAddress(object) }
  context.putResource(object, APTOS_COLLECTION, {
    mutable_description: mutableDescription,
    mutable_token_description: tokenDescription,
    mutable_token_name: tokenName,
    mutable_token_properties: tokenProperties,
    mutable_token_uri: tokenUri,
    mutable_uri: mutableUri,
    mutator_ref: { vec: mutableDescription || mutableUri ? [self] : [] },
    royalty_mutator_ref: { vec: mutableRoyalty ? [{ inner: self }] : [] },
    tokens_burnable_by_creator: burnable,
    tokens_freezable_by_creator: freezable,
  })
}

function setField(field: 'description' | 'uri', rule: CollectionRule): MoveFunction['run'] {
  return (context, _types, args) => {
    const [object, value] = args as readonly [Address, string]
    assertRule(ownCollection(context, object), rule)
    setCollectionField(context, object, field, value)
  }
}

function setRoyalties(...[context, , args]: Parameters<MoveFunction['run']>): void {
  const [object, numerator, denominator, payee] = args as readonly [Address, bigint, bigint, Address]
  const royalty = newRoyalty(numerator, denominator, payee)
  const { vec } = ownCollection(context, object).royalty_mutator_ref as { vec: readonly unknown[] }
  if (vec.length === 0) throw notMutable()
  context.putResource(object, ROYALTY, royalty)
}

/** Returns the sender's collection of this name. @source 0x4::aptos_token::collection_object */
export function collectionNamed(context: MoveContext, name: string): MoveResource {
  const object = namedObject(context.sender, name)
  const found = context.getResource(object, APTOS_COLLECTION)
  if (found === null) throw OBJECT_ABORTS.resourceDoesNotExist()
  return found
}

/** @throws MoveAbort when there is no such collection. */
export function aptosCollectionAt(context: MoveContext, object: Address): MoveResource {
  const found = context.getResource(object, APTOS_COLLECTION)
  if (found === null) {
    throw aptosTokenAbort('not-found', 6n, 'ECOLLECTION_DOES_NOT_EXIST', 'The collection does not exist')
  }
  return found
}

function ownCollection(context: MoveContext, object: Address): MoveResource {
  const found = aptosCollectionAt(context, object)
  if (creatorOf(context, object) !== context.sender) throw notCreator()
  return found
}

/** @throws MoveAbort EFIELD_NOT_MUTABLE when the collection does not allow it. */
export function assertRule(collection: MoveResource, rule: CollectionRule): void {
  if (collection[rule] !== true) throw notMutable()
}

/** The creator made this immutable. */
export function notMutable(): Error {
  return aptosTokenAbort('permission-denied', 3n, 'EFIELD_NOT_MUTABLE', 'Attempted to mutate an immutable field')
}

/** Returns the abort for callers other than the creator. */
export function notCreator(): Error {
  return aptosTokenAbort('permission-denied', 2n, 'ENOT_CREATOR', 'The provided signer is not the creator')
}

function readRule(name: string, rule: CollectionRule): MoveFunction {
  return callable(
    name,
    [OBJECT],
    ['bool'],
    (context, _types, args) => [aptosCollectionAt(context, args[0] as Address)[rule] === true],
    KEYED,
  )
}
