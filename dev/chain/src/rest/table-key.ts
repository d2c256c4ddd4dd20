import { isJsonObject, type Json } from '@opal/domain/json'
import { parseMoveType } from '../ledger/move-type.ts'
import { argumentToJson, readJsonArgument } from '../ledger/move-values.ts'

/**
 * A table key in the one spelling that the write set uses: addresses short, wide integers as strings, the fields
 * of structs in the order of their names. Clients may spell them otherwise.
 */
export function canonicalTableKey(type: string, key: Json): string {
  try {
    const moveType = parseMoveType(type)
    return JSON.stringify(argumentToJson(moveType, readJsonArgument(moveType, key)))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(sortFields(key)) // A struct: its layout is not known here, its field names are.
  }
}

function sortFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortFields)
  if (!isJsonObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sortFields(value[name] ?? null)]))
}
