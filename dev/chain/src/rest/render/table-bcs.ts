import { encodeMoveJson, type Modules } from '../../ledger/encoding/encode-move-json.ts'
import { parseMoveType } from '../../ledger/encoding/move-type.ts'
import { parseMoveJson, toHex } from './scalars.ts'

/**
 * Returns BCS of a table's key or value from its Move JSON, as hex: what the node prints next to the decoded data.
 * @returns null for a struct that no module describes: the stream does not describe its layout.
 */
export function encodeTableBcs(type: string, json: string, layouts: Modules): string | null {
  try {
    return toHex(encodeMoveJson(parseMoveType(type), parseMoveJson(json), layouts))
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
