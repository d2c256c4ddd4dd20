import { type Address, toAddressOrNull } from './address.ts'
import { type Json, jsonAt } from './json.ts'

/** The address at a dotted path of what Move wrote; null where there is none. */
export function addressAt(data: Json | undefined, path: string): Address | null {
  const value = jsonAt(data, path)
  return typeof value === 'string' ? toAddressOrNull(value) : null
}
