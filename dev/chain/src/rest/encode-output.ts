import type { MoveOutput } from '@opal/marketplaces/move-module'
import { encodeBcsArgument } from '../ledger/encode-argument.ts'
import { parseMoveType } from '../ledger/move-type.ts'
import { readJsonArgument } from '../ledger/move-values.ts'
import { ApiError } from './api-error.ts'

/** BCS of a value that a view returned or a table holds. @throws ApiError 406 for structs: their layout is not known here. */
export function encodeOutput(type: string, value: MoveOutput): Uint8Array {
  try {
    const moveType = parseMoveType(type)
    return encodeBcsArgument(moveType, readJsonArgument(moveType, value))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ApiError(406, 'web_framework_error', `A value of ${type} comes in application/json only.`)
  }
}
