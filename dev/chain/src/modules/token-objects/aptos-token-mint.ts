import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { asExecution, callable, entry, STRING } from '../define.ts'
import type { MoveContext, MoveFunction, MoveValue } from '../move-module.ts'
import { collectionNamed } from './aptos-collection.ts'
import { initProperties } from './property-map.ts'
import { createToken } from './token.ts'

export const APTOS_TOKEN = '0x4::aptos_token::AptosToken'
const TOKEN_OBJECT = '0x1::object::Object<0x4::aptos_token::AptosToken>'

/** Collection, description, name, uri; then property keys, types and values. */
const MINT_PARAMETERS = [
  '&signer',
  STRING,
  STRING,
  STRING,
  STRING,
  `vector<${STRING}>`,
  `vector<${STRING}>`,
  'vector<vector<u8>>',
]

/** Functions of `0x4::aptos_token` that make tokens. @source 0x4::aptos_token::mint_internal */
export const MINT_FUNCTIONS: readonly MoveFunction[] = [
  entry('mint', MINT_PARAMETERS, (context, _types, args) => {
    mint(context, args)
  }),
  callable('mint_token_object', MINT_PARAMETERS, [TOKEN_OBJECT], (context, _types, args) => [
    { inner: toShortAddress(mint(context, args)) },
  ]),
  entry('mint_soul_bound', [...MINT_PARAMETERS, 'address'], (context, _types, args) => {
    mintSoulBound(context, args)
  }),
  callable('mint_soul_bound_token_object', [...MINT_PARAMETERS, 'address'], [TOKEN_OBJECT], (context, _types, args) => [
    { inner: toShortAddress(mintSoulBound(context, args)) },
  ]),
]

type MintArguments = readonly [
  collection: string,
  description: string,
  name: string,
  uri: string,
  keys: readonly string[],
  types: readonly string[],
  values: readonly Uint8Array[],
]

function mint(context: MoveContext, args: readonly MoveValue[]): Address {
  const [collectionName] = args as MintArguments
  const isFreezable = collectionNamed(context, collectionName).tokens_freezable_by_creator === true
  return mintInto(context, args as MintArguments, isFreezable)
}

function mintSoulBound(context: MoveContext, args: readonly MoveValue[]): Address {
  const object = mintInto(context, args as unknown as MintArguments, false)
  context.transferObjectWithRef(object, args[7] as Address)
  asExecution(context).setUngatedTransfer(object, false)
  return object
}

function mintInto(context: MoveContext, args: MintArguments, keepsTransferRef: boolean): Address {
  const [collectionName, description, name, uri, keys, types, values] = args
  const object = createToken(context, { collectionName, description, name, uri })
  const rules = collectionNamed(context, collectionName)
  const self: JsonObject = { self: toShortAddress(object) }
  const isMutable = ['mutable_token_description', 'mutable_token_name', 'mutable_token_uri'].some(
    (rule) => rules[rule] === true,
  )
  const isBurnable = rules.tokens_burnable_by_creator === true
  context.putResource(object, APTOS_TOKEN, {
    burn_ref: { vec: isBurnable ? [{ inner: { vec: [self] }, self: { vec: [] } }] : [] },
    mutator_ref: { vec: isMutable ? [self] : [] },
    property_mutator_ref: self,
    transfer_ref: { vec: keepsTransferRef ? [self] : [] },
  })
  initProperties(context, object, keys, types, values)
  return object
}
