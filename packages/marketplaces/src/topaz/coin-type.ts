import { parseAddress, toAddressOrNull } from '@opal/domain/address'
import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'

/** `TypeInfo` of APT, names in hex: `aptos_coin`, `AptosCoin`. @source 0x1::type_info, 0x1::aptos_coin */
export const APT_TYPE_INFO: JsonObject = {
  account_address: '0x1',
  module_name: '0x6170746f735f636f696e',
  struct_name: '0x4170746f73436f696e',
}
const FRAMEWORK = parseAddress('0x1')

/** Does a `TypeInfo` name APT? Anybody can make a coin and bid in it. */
export function isApt(typeInfo: Json | undefined): boolean {
  const account = jsonAt(typeInfo ?? null, 'account_address')
  return (
    typeof account === 'string' &&
    toAddressOrNull(account) === FRAMEWORK &&
    jsonAt(typeInfo ?? null, 'module_name') === APT_TYPE_INFO.module_name &&
    jsonAt(typeInfo ?? null, 'struct_name') === APT_TYPE_INFO.struct_name
  )
}
