import { encodeBcsArgument } from '../../ledger/encode-argument.ts'
import { parseMoveType } from '../../ledger/move-type.ts'
import { readJsonArgument } from '../../ledger/move-values.ts'
import { parseMoveJson } from './move-json.ts'
import { toHex } from './scalars.ts'

/**
 * BCS of a table's key or value from its Move JSON, as hex: what the node prints beside the decoded data.
 * @returns null for structs, whose layout neither the stream nor their name tells.
 */
export function encodeTableBcs(type: string, json: string): string | null {
  try {
    const moveType = parseMoveType(type)
    return toHex(encodeBcsArgument(moveType, readJsonArgument(moveType, parseMoveJson(json))))
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
