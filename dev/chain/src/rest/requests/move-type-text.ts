import type { TypeTag } from '@aptos-labs/ts-sdk'
import { type MoveType, parseMoveType, printMoveType } from '../../ledger/encoding/move-type.ts'
import { invalidInput, invalidParameter } from '../responses/api-error.ts'

/** Returns a struct type of a path in the ledger's spelling: short addresses, `, ` between type arguments. */
export function normaliseStructParameter(text: string, parameter: string): string {
  const type = toMoveTypeOrNull(text)
  if (type?.kind !== 'struct') {
    throw invalidParameter('path', parameter, 'string(MoveStructTag)', `invalid struct tag: ${text.slice(0, 120)}`)
  }
  return printMoveType(type)
}

/** Returns any Move type of a body in the ledger's spelling. */
export function normaliseBodyType(text: string): string {
  const type = toMoveTypeOrNull(text)
  if (type === null) throw invalidInput(`Invalid Move type: ${text.slice(0, 120)}`)
  return printMoveType(type)
}

/** Returns a type argument decoded from BCS, in the ledger's spelling. */
export function formatTypeTag(tag: TypeTag): string {
  return normaliseBodyType(tag.toString())
}

function toMoveTypeOrNull(text: string): MoveType | null {
  try {
    return parseMoveType(text)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
