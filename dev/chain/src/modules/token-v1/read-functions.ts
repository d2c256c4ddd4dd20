import type { Address } from '@opal/domain/address'
import { type JsonObject, jsonAt } from '@opal/domain/json'
import { callable, STRING, view } from '../define.ts'
import type { MoveContext, MoveFunction, MoveOutput, MoveValue } from '../move-module.ts'
import { collectionData, findCollection } from './collections-v1.ts'
import { tokenAbort } from './token-aborts.ts'
import { tokenDataIdArgument, tokenIdStruct } from './token-arguments.ts'
import { TOKEN_ID, tableHandle, tokenDataOf, tokenIdJson } from './token-data.ts'
import { hasTokenData } from './token-datas.ts'
import { TOKEN, TOKEN_STORE } from './token-store.ts'

const DATA_ID = '0x3::token::TokenDataId'
const OPTIONAL_U64 = '0x1::option::Option<u64>'
const CONFIG = '0x3::token::CollectionMutabilityConfig'

/** Functions that other modules read with; the one for clients is marked as a view. @source 0x3::token */
export const READ_FUNCTIONS: readonly MoveFunction[] = [
  callable('balance_of', ['address', TOKEN_ID], ['u64'], (context, _types, args) => [
    context.tokenBalance(args[0] as Address, tokenIdStruct(args[1])),
  ]),
  callable('has_token_store', ['address'], ['bool'], (context, _types, args) => [
    context.getResource(args[0] as Address, TOKEN_STORE) !== null,
  ]),
  callable('get_direct_transfer', ['address'], ['bool'], (context, _types, args) => [
    context.getResource(args[0] as Address, TOKEN_STORE)?.direct_transfer === true,
  ]),
  callable('check_collection_exists', ['address', STRING], ['bool'], (context, _types, args) => [
    findCollection(context, args[0] as Address, args[1] as string) !== null,
  ]),
  callable('check_tokendata_exists', ['address', STRING, STRING], ['bool'], (context, _types, args) => [
    hasTokenData(context, tokenDataIdArgument(args)),
  ]),
  callable('get_collection_description', ['address', STRING], [STRING], collectionField('description')),
  callable('get_collection_uri', ['address', STRING], [STRING], collectionField('uri')),
  callable('get_collection_maximum', ['address', STRING], ['u64'], collectionField('maximum')),
  view('get_collection_mutability_config', ['address', STRING], [CONFIG], collectionField('mutability_config')),
  callable('get_collection_supply', ['address', STRING], [OPTIONAL_U64], (context, _types, args) => [
    countedSupply(collectionData(context, args[0] as Address, args[1] as string)),
  ]),
  callable('get_token_supply', ['address', DATA_ID], [OPTIONAL_U64], (context, _types, args) => [
    countedSupply(tokenDataOf(context, tokenDataIdArgument(args[1]))),
  ]),
  callable('get_tokendata_uri', ['address', DATA_ID], [STRING], tokenDataField('uri', 1)),
  callable(
    'get_tokendata_largest_property_version',
    ['address', DATA_ID],
    ['u64'],
    tokenDataField('largest_property_version', 1),
  ),
  callable('get_tokendata_description', [DATA_ID], [STRING], tokenDataField('description')),
  callable('get_tokendata_maximum', [DATA_ID], ['u64'], tokenDataField('maximum')),
  callable('get_tokendata_royalty', [DATA_ID], ['0x3::token::Royalty'], tokenDataField('royalty')),
  callable(
    'get_tokendata_mutability_config',
    [DATA_ID],
    ['0x3::token::TokenMutabilityConfig'],
    tokenDataField('mutability_config'),
  ),
  callable('get_royalty', [TOKEN_ID], ['0x3::token::Royalty'], (context, _types, args) => [
    tokenDataOf(context, tokenIdStruct(args[0])).royalty ?? null,
  ]),
  callable('get_property_map', ['address', TOKEN_ID], ['0x3::property_map::PropertyMap'], propertyMapOf),
]

type Run = MoveFunction['run']

function collectionField(field: string): Run {
  return (context, _types, args) => [
    collectionData(context, args[0] as Address, args[1] as string)[field] as MoveOutput,
  ]
}

/** @param at index of the token data id: some functions name the creator once more before it. */
function tokenDataField(field: string, at = 0): Run {
  return (context, _types, args) => [tokenDataOf(context, tokenDataIdArgument(args[at]))[field] as MoveOutput]
}

/** Only what is limited is counted. */
function countedSupply(data: JsonObject): MoveOutput {
  return { vec: data.maximum === '0' ? [] : [data.supply as string] }
}

/** Returns properties of one's own, or those that the token data gives to all of version 0. */
function propertyMapOf(context: MoveContext, _types: readonly string[], args: readonly MoveValue[]): MoveOutput[] {
  const owner = args[0] as Address
  const token = tokenIdStruct(args[1])
  if (context.tokenBalance(owner, token) === 0n) throw tokenAbort('not-found', 'EINSUFFICIENT_BALANCE')
  if (token.propertyVersion === 0n) return [tokenDataOf(context, token).default_properties as MoveOutput]
  const tokens = tableHandle(context.getResource(owner, TOKEN_STORE) as JsonObject, 'tokens')
  const held = context.tableItem(tokens, TOKEN_ID, TOKEN, tokenIdJson(token)) ?? undefined
  return [jsonAt(held, 'token_properties') as MoveOutput]
}
