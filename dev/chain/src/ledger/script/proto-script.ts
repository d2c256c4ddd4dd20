import { aptos } from '@aptos-labs/aptos-protos'
import { AccountAddress, Bool, MoveVector, Serialized, U8, U16, U32, U64, U128, U256 } from '@aptos-labs/ts-sdk'
import { parseAddress, toShortAddress } from '@opal/domain/address'
import { hexOf } from '../encoding/hex.ts'
import { protoType } from '../encoding/proto-types.ts'
import { type ScriptAbi, scriptAbi } from './script-abi.ts'
import type { ScriptCall } from './script-call.ts'

type ScriptPayload = aptos.transaction.v1.ScriptPayload
const { MoveFunction_Visibility: Visibility } = aptos.transaction.v1

/** Returns a script as the stream and REST show it; with its interface when its bytecode can be read. */
export function protoScript(call: ScriptCall): ScriptPayload {
  const abi = scriptAbi(call.code)
  return {
    code: { bytecode: call.code, ...(abi !== null && { abi: mainFunction(abi) }) },
    typeArguments: call.typeArguments.map(protoType),
    arguments: call.script.args.map((argument) => JSON.stringify(argumentJson(argument))),
  }
}

function mainFunction({ typeParameters, parameters }: ScriptAbi): aptos.transaction.v1.MoveFunction {
  return {
    name: 'main',
    visibility: Visibility.VISIBILITY_PUBLIC,
    isEntry: true,
    genericTypeParams: Array.from({ length: typeParameters }, () => ({ constraints: [] })),
    params: parameters.map(protoType),
    return: [],
  }
}

/** As the node prints a script's argument: wide numbers as text, bytes as hex. */
function argumentJson(argument: ScriptCall['script']['args'][number]): boolean | number | string {
  if (argument instanceof Bool) return argument.value
  if (argument instanceof U8 || argument instanceof U16 || argument instanceof U32) return argument.value
  if (argument instanceof U64 || argument instanceof U128 || argument instanceof U256) return String(argument.value)
  if (argument instanceof AccountAddress) return toShortAddress(parseAddress(argument.toString()))
  if (argument instanceof Serialized) return hexOf(argument.value)
  if (argument instanceof MoveVector) return hexOf(Uint8Array.from(argument.values, ({ value }: U8) => value))
  throw new TypeError('a script argument of an unknown kind')
}
