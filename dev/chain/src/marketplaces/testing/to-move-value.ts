import { parseAddress } from '@opal/domain/address'
import type { PayloadArgument } from '@opal/domain/payload'
import type { MoveValue } from '../../modules/move-module.ts'

/** Brings a payload's plain JSON argument to what the chain hands to a function with that parameter type. */
export function toMoveValue(type: string, argument: PayloadArgument): MoveValue {
  const element = /^vector<(.*)>$/.exec(type)?.[1]
  if (element !== undefined) {
    if (!Array.isArray(argument)) throw new TypeError(`${type} expects an array.`)
    return (argument as readonly PayloadArgument[]).map((item) => toMoveValue(element, item))
  }
  const optional = /^0x1::option::Option<(.*)>$/.exec(type)?.[1]
  if (optional !== undefined) return argument === null ? null : toMoveValue(optional, argument)
  if (type === 'address' || type.startsWith('0x1::object::Object<')) return parseAddress(String(argument))
  if (type === 'u64' || type === 'u128') return BigInt(String(argument))
  if (type === '0x1::string::String') return String(argument)
  if (type === 'bool') return argument === true
  throw new TypeError(`No payload of ours has an argument of type ${type}.`)
}
