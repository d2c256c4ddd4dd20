import { indexOutOfBounds } from '../../marketplaces/example-family/aborts.ts'
import {
  addressArgument,
  addressListArgument,
  u64Argument,
  u64ListArgument,
} from '../../marketplaces/example-family/move-values.ts'
import type { MoveValue, TokenIdV1 } from '../move-module.ts'

/** How calls spell a v1 token: creator, collection, name, property version. */
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

/** A text. */
export function textArgument(args: readonly MoveValue[], position: number): string {
  return toText(args[position])
}

/** A list of texts. */
export function textListArgument(args: readonly MoveValue[], position: number): readonly string[] {
  const list = args[position]
  if (!Array.isArray(list)) throw new TypeError('Expected a vector argument.')
  return list.map(toText)
}

function toText(value: MoveValue | undefined): string {
  if (typeof value !== 'string') throw new TypeError('Expected a String argument.')
  return value
}
