import type { Address } from '@opal/domain/address'
import { indexOutOfBounds } from '../../marketplaces/aptos-example/aborts.ts'
import {
  addressArgument,
  addressListArgument,
  u64Argument,
  u64ListArgument,
} from '../../marketplaces/aptos-example/move-values.ts'
import type { MoveValue, TokenIdV1 } from '../move-module.ts'
import type { PropertyInput } from './property-map-v1.ts'
import type { TokenDataKey } from './token-data.ts'
import { assertNames, type NewRoyalty } from './token-datas.ts'

/** Parameter types of a v1 token: creator, collection, name, property version. */
export const TOKEN_ID_PARAMETERS = ['address', '0x1::string::String', '0x1::string::String', 'u64'] as const
/** The same, a vector each: one column for every part of the id. */
export const TOKEN_ID_COLUMNS = TOKEN_ID_PARAMETERS.map((type) => `vector<${type}>`)

/** Reads the four arguments of a v1 token, from a position on. */
export function tokenIdArgument(args: readonly MoveValue[], from: number): TokenIdV1 {
  return {
    creator: addressArgument(args, from),
    collection: textArgument(args, from + 1),
    name: textArgument(args, from + 2),
    propertyVersion: u64Argument(args, from + 3),
  }
}

/** Reads v1 tokens from four columns, as many as there are creators. @throws MoveAbort when another column is shorter. */
export function tokenIdColumns(args: readonly MoveValue[], from: number): readonly TokenIdV1[] {
  const [collections, names] = [textListArgument(args, from + 1), textListArgument(args, from + 2)]
  const versions = u64ListArgument(args, from + 3)
  return addressListArgument(args, from).map((creator, row) => ({
    creator,
    collection: itemAt(collections, row),
    name: itemAt(names, row),
    propertyVersion: itemAt(versions, row),
  }))
}

/** @throws MoveAbort past the end, as `vector::borrow` does. */
export function itemAt<Item>(items: readonly Item[], row: number): Item {
  const item = items[row]
  if (item === undefined) throw indexOutOfBounds()
  return item
}

/** Returns a text. */
export function textArgument(args: readonly MoveValue[], position: number): string {
  return toText(args[position])
}

/** Returns a list of texts. */
export function textListArgument(args: readonly MoveValue[], position: number): readonly string[] {
  const list = args[position]
  if (!Array.isArray(list)) throw new TypeError('Expected a vector argument.')
  return list.map(toText)
}

function toText(value: MoveValue | undefined): string {
  if (typeof value !== 'string') throw new TypeError('Expected a String argument.')
  return value
}

/** Returns `TokenDataId`, as another module passes a struct: the list of its fields. */
export function tokenDataIdArgument(value: MoveValue | undefined): TokenDataKey {
  const [creator, collection, name] = value as readonly [Address, string, string]
  const token = { creator, collection, name }
  assertNames(token)
  return token
}

/** Returns `TokenId`: the fields of a `TokenDataId`, and a property version. */
export function tokenIdStruct(value: MoveValue | undefined): TokenIdV1 {
  const [data, propertyVersion] = value as readonly [MoveValue, bigint]
  return { ...tokenDataIdArgument(data), propertyVersion }
}

/** Returns `Royalty`: numerator, denominator, payee. */
export function royaltyArgument(value: MoveValue | undefined): NewRoyalty {
  const [numerator, denominator, payee] = value as readonly [bigint, bigint, Address]
  return { numerator, denominator, payee }
}

/** Three columns from a position on: keys, values in BCS, names of types. */
export function propertyArguments(args: readonly MoveValue[], from: number): PropertyInput {
  const [keys, values, types] = args.slice(from) as unknown as [string[], Uint8Array[], string[]]
  return { keys, values, types }
}
