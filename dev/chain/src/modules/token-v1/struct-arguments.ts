import type { Address } from '@opal/domain/address'
import type { MoveValue, TokenIdV1 } from '../move-module.ts'
import type { PropertyInput } from './property-map-v1.ts'
import type { TokenDataKey } from './token-data.ts'
import { assertNames, type NewRoyalty } from './token-datas.ts'

/** `TokenDataId`, as another module passes a struct: the list of its fields. */
export function tokenDataIdArgument(value: MoveValue | undefined): TokenDataKey {
  const [creator, collection, name] = value as readonly [Address, string, string]
  const token = { creator, collection, name }
  assertNames(token)
  return token
}

/** `TokenId`: the fields of a `TokenDataId`, and a property version. */
export function tokenIdStruct(value: MoveValue | undefined): TokenIdV1 {
  const [data, propertyVersion] = value as readonly [MoveValue, bigint]
  return { ...tokenDataIdArgument(data), propertyVersion }
}

/** `Royalty`: numerator, denominator, payee. */
export function royaltyArgument(value: MoveValue | undefined): NewRoyalty {
  const [numerator, denominator, payee] = value as readonly [bigint, bigint, Address]
  return { numerator, denominator, payee }
}

/** Three columns from a position on: keys, values in BCS, names of types. */
export function propertyArguments(args: readonly MoveValue[], from: number): PropertyInput {
  const [keys, values, types] = args.slice(from) as unknown as [string[], Uint8Array[], string[]]
  return { keys, values, types }
}
