import { isJsonObject, type Json, type JsonObject } from '@opal/domain/json'
import { isPlainStruct, type Modules, structFields } from '../../ledger/encoding/encode-move-json.ts'
import { moveJsonText } from '../../ledger/encoding/move-json-text.ts'
import { type MoveType, optionItem, parseMoveType, printMoveType } from '../../ledger/encoding/move-type.ts'
import { argumentToJson, readJsonArgument } from '../../ledger/encoding/move-values.ts'
import { invalidInput } from '../responses/api-error.ts'

/**
 * Returns a table key in the one spelling that the write set uses: addresses short, wide integers as strings, the
 * fields of structs in the order of their names. Clients may spell them otherwise.
 * @throws ApiError 400 when the key does not fit its type.
 */
export function canonicalTableKey(type: string, key: Json, layouts: Modules): string {
  try {
    return moveJsonText(canonical(parseMoveType(type), key, layouts))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw invalidInput(`Failed to parse the table key: ${error.message}`)
  }
}

function canonical(type: MoveType, key: Json, layouts: Modules): Json {
  if (type.kind !== 'struct' || isPlainStruct(type) || optionItem(type) !== null) {
    return argumentToJson(type, readJsonArgument(type, key))
  }
  const fields = structFields(type, layouts)
  if (fields === null) return key
  if (!isJsonObject(key)) throw new TypeError(`the value does not fit ${printMoveType(type)}`)
  return Object.fromEntries(fields.map(({ name, type: of }) => [name, canonical(of, fieldOf(key, name), layouts)]))
}

function fieldOf(key: JsonObject, name: string): Json {
  const value = key[name]
  if (value === undefined) throw new TypeError(`${name} is missing`)
  return value
}
