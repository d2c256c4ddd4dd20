import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { abortsOf, moveLength } from '../aborts.ts'
import { asExecution, event, KEYED, STRING, struct, TOKEN_OBJECTS, view } from '../define.ts'
import type { MoveContext, MoveModule, MoveResource } from '../move-module.ts'
import { ROYALTY } from './royalty.ts'

const COLLECTION = '0x4::collection::Collection'
const SUPPLY = '0x4::collection::ConcurrentSupply'
const MAX_U64 = (1n << 64n) - 1n
const abort = abortsOf('0x4::collection')

const OBJECT = '0x1::object::Object<T0>'
const reads = (name: string, field: string, type: string) =>
  view(
    name,
    [OBJECT],
    [type],
    (context, _types, args) => [collectionAt(context, args[0] as Address)[field] ?? null],
    KEYED,
  )

/** @source 0x4::collection */
export const collection: MoveModule = {
  address: TOKEN_OBJECTS,
  name: 'collection',
  structs: [
    struct('Collection', {
      creator: 'address',
      description: STRING,
      name: STRING,
      uri: STRING,
      mutation_events: '0x1::event::EventHandle<0x4::collection::MutationEvent>',
    }),
    struct('ConcurrentSupply', {
      current_supply: '0x1::aggregator_v2::Aggregator<u64>',
      total_minted: '0x1::aggregator_v2::Aggregator<u64>',
    }),
    event('Mint', { collection: 'address', index: '0x1::aggregator_v2::AggregatorSnapshot<u64>', token: 'address' }),
    event('Burn', { collection: 'address', index: 'u64', token: 'address', previous_owner: 'address' }),
    struct('MutationEvent', { mutated_field_name: STRING }, ['drop', 'store']),
  ],
  functions: [
    reads('creator', 'creator', 'address'),
    reads('description', 'description', STRING),
    reads('name', 'name', STRING),
    reads('uri', 'uri', STRING),
    view(
      'count',
      [OBJECT],
      ['0x1::option::Option<u64>'],
      (context, _types, args) => [{ vec: [supplyAt(context, args[0] as Address).current.toString()] }],
      KEYED,
    ),
  ],
}

/** Properties of a new collection. */
export interface NewCollection {
  readonly description: string
  readonly maxSupply: bigint
  readonly name: string
  readonly uri: string
  /** Without one, no share is due. */
  readonly royalty?: MoveResource
  /** A module that keeps a creator's signer names it; the sender otherwise. */
  readonly creator?: Address
}

/** A maximum that no collection reaches: what unlimited collections carry. */
export const UNLIMITED = MAX_U64

/** Creates a collection with a fixed maximum. @returns its object. @source 0x4::collection::create_fixed_collection */
export function createFixedCollection(context: MoveContext, made: NewCollection): Address {
  if (made.maxSupply === 0n) {
    throw abort('invalid-argument', 6n, 'EMAX_SUPPLY_CANNOT_BE_ZERO', 'The max supply must be positive')
  }
  assertLength(made.name, 128, 3n, 'ECOLLECTION_NAME_TOO_LONG', 'The collection name is over the maximum length')
  assertUri(made.uri)
  assertDescription(made.description)
  const creator = made.creator ?? context.sender
  const object = asExecution(context).createNamedObject(creator, made.name)
  context.putResource(object, COLLECTION, {
    creator: toShortAddress(creator),
    description: made.description,
    mutation_events: context.newObjectEventHandle(object),
    name: made.name,
    uri: made.uri,
  })
  putSupply(context, object, { current: 0n, minted: 0n, maximum: made.maxSupply })
  if (made.royalty !== undefined) context.putResource(object, ROYALTY, made.royalty)
  asExecution(context).setUngatedTransfer(object, false)
  return object
}

/** Counts a mint and announces it. @returns the token's index, from 1. @source 0x4::collection::increment_supply */
export function countMint(context: MoveContext, object: Address, token: Address): bigint {
  const supply = supplyAt(context, object)
  if (supply.current >= supply.maximum) {
    const text = 'The collection has reached its supply and no more tokens can be minted, unless some are burned'
    throw abort('out-of-range', 2n, 'ECOLLECTION_SUPPLY_EXCEEDED', text)
  }
  const index = supply.minted + 1n
  putSupply(context, object, { ...supply, current: supply.current + 1n, minted: index })
  context.emit('0x4::collection::Mint', {
    collection: toShortAddress(object),
    index: { value: index.toString() },
    token: toShortAddress(token),
  })
  return index
}

/** @source 0x4::collection::decrement_supply */
export function countBurn(context: MoveContext, object: Address, token: Address, index: string, owner: Address): void {
  const supply = supplyAt(context, object)
  putSupply(context, object, { ...supply, current: supply.current - 1n })
  context.emit('0x4::collection::Burn', {
    collection: toShortAddress(object),
    index,
    previous_owner: toShortAddress(owner),
    token: toShortAddress(token),
  })
}

/** @throws MoveAbort when there is no collection at the object. */
export function collectionAt(context: MoveContext, object: Address): MoveResource {
  const found = context.getResource(object, COLLECTION)
  if (found === null) throw abort('not-found', 1n, 'ECOLLECTION_DOES_NOT_EXIST', 'The collection does not exist')
  return found
}

/**
 * Returns a collection's creator.
 * @throws MoveAbort where there is none
 */
export function creatorOf(context: MoveContext, object: Address): Address {
  return parseAddress(collectionAt(context, object).creator as string)
}

/** Changes a field of the collection and says so. @source 0x4::collection::set_description, set_uri */
export function setCollectionField(
  context: MoveContext,
  object: Address,
  field: 'description' | 'uri',
  value: string,
): void {
  if (field === 'uri') assertUri(value)
  else assertDescription(value)
  context.putResource(object, COLLECTION, { ...collectionAt(context, object), [field]: value })
  const data = { mutated_field_name: field }
  context.emitOnHandle(object, COLLECTION, 'mutation_events', '0x4::collection::MutationEvent', data)
}

interface Supply {
  readonly current: bigint
  readonly minted: bigint
  readonly maximum: bigint
}

function supplyAt(context: MoveContext, object: Address): Supply {
  const found = context.getResource(object, SUPPLY)
  const current = found?.current_supply as JsonObject | undefined
  const minted = found?.total_minted as JsonObject | undefined
  return {
    current: BigInt((current?.value as string | undefined) ?? '0'),
    maximum: BigInt((current?.max_value as string | undefined) ?? MAX_U64),
    minted: BigInt((minted?.value as string | undefined) ?? '0'),
  }
}

function putSupply(context: MoveContext, object: Address, supply: Supply): void {
  context.putResource(object, SUPPLY, {
    current_supply: { max_value: supply.maximum.toString(), value: supply.current.toString() },
    total_minted: { max_value: MAX_U64.toString(), value: supply.minted.toString() },
  })
}

function assertUri(uri: string): void {
  assertLength(uri, 512, 4n, 'EURI_TOO_LONG', 'The URI is over the maximum length')
}

function assertDescription(description: string): void {
  assertLength(description, 2048, 5n, 'EDESCRIPTION_TOO_LONG', 'The description is over the maximum length')
}

function assertLength(text: string, limit: number, reason: bigint, name: string, explanation: string): void {
  if (moveLength(text) > limit) throw abort('out-of-range', reason, name, explanation)
}
