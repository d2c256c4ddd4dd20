import {
  APT_COIN_TYPE,
  type EntryFunctionPayload,
  type PayloadArgument,
  type ScriptPayload,
} from '@opal/domain/payload'
import { bytesFromHex, bytesToHex } from '@opal/domain/text/hex'
import { argumentBytes, lengthBytes } from '../aggregator/argument-bytes.ts'

/** A script that makes one call of a marketplace and aborts when the signer's APT balance changed for the worse. */
export interface GuardScript {
  /** As in `contracts/scripts`. */
  readonly name: string
  /** Hexadecimal digits. */
  readonly bytecode: string
  /** The function called, `0x…::module::function`; scripts can call it only if it is public on chain. */
  readonly target: string
  /** Type arguments that the script calls it with. */
  readonly typeArguments: readonly string[]
  /** Move types of the script's arguments, signer and limit left out: those of the function. */
  readonly parameters: readonly string[]
  /** Meaning of the last argument, in octas: the most that the signer pays, or the least that they receive. */
  readonly limit: 'most' | 'least'
}

export const STRING = '0x1::string::String'
export const TOKEN = '0x1::object::Object<0x4::token::Token>'
/** Parameter types of a v1 token in calls. */
export const TOKEN_ID = ['address', STRING, STRING, 'u64'] as const
/** The same in calls for several tokens: a vector of each part. */
export const TOKEN_ID_COLUMNS: readonly string[] = TOKEN_ID.map((type) => `vector<${type}>`)

/** Returns the parameter type of an object that holds a resource. */
export function object(type: string): string {
  return `0x1::object::Object<${type}>`
}

/** Returns a script that aborts a purchase above a limit. */
export function buys(
  name: string,
  bytecode: string,
  target: string,
  parameters: readonly string[],
  typeArguments: readonly string[] = [APT_COIN_TYPE],
): GuardScript {
  return { name, bytecode, target, typeArguments, parameters, limit: 'most' }
}

/** Returns a script that aborts a sale below a limit. */
export function sells(...script: Parameters<typeof buys>): GuardScript {
  return { ...buys(...script), limit: 'least' }
}

/** Serializes a guard script with its arguments. @throws TypeError when an argument does not fit its type. */
export function serializeGuardScript(
  script: GuardScript,
  functionArguments: EntryFunctionPayload['functionArguments'],
  limitOctas: bigint,
): ScriptPayload {
  const { name, parameters } = script
  if (functionArguments.length !== parameters.length)
    throw new TypeError(`${name} takes ${parameters.length} arguments.`)
  const bytecode = bytesFromHex(script.bytecode)
  const args = [...functionArguments, String(limitOctas)]
  const types = [...parameters, 'u64']
  const bytes = [
    ...lengthBytes(bytecode.length),
    ...bytecode,
    0, // no type arguments
    ...lengthBytes(args.length),
    ...types.flatMap((type, at) => serializeArgument(type, args[at])),
  ]
  return { type: 'script', bytes: `0x${bytesToHex(bytes)}` }
}

/** Variants of `TransactionArgument`: what wallets can show has one of its own. @source move-core-types transaction_argument */
function serializeArgument(type: string, value: PayloadArgument | undefined): readonly number[] {
  const bytes = argumentBytes(type, value)
  if (type === 'u64') return [1, ...bytes]
  if (type === 'u128') return [2, ...bytes]
  if (type === 'address' || type.startsWith('0x1::object::Object<')) return [3, ...bytes]
  return [9, ...lengthBytes(bytes.length), ...bytes]
}
