import {
  AccountAddress,
  Bool,
  MoveVector,
  parseTypeTag,
  Script,
  Serialized,
  U8,
  U16,
  U32,
  U64,
  U128,
  U256,
} from '@aptos-labs/ts-sdk'
import * as z from 'zod'
import { encodeBcsArgument } from '../../ledger/encoding/encode-argument.ts'
import { type MoveType, parseMoveType, substituteType } from '../../ledger/encoding/move-type.ts'
import { readJsonArgument } from '../../ledger/encoding/move-values.ts'
import { scriptAbi } from '../../ledger/script/script-abi.ts'
import type { MoveValue } from '../../modules/move-module.ts'

/** A script in JSON, as the node takes and prints it. The interface next to the bytecode is not trusted. */
export const ScriptPayload = z.object({
  type: z.literal('script_payload'),
  code: z.object({ bytecode: z.string().regex(/^(?:0x)?(?:[0-9a-f]{2})*$/i) }),
  type_arguments: z.array(z.string().max(2_048)).max(32).default([]),
  arguments: z.array(z.json()).max(256).default([]),
})

/**
 * Returns the script, its arguments read by what its bytecode says it takes.
 * @throws TypeError when it is none, or they do not fit.
 */
export function readScript(payload: z.output<typeof ScriptPayload>): Script {
  const code = Uint8Array.from(Buffer.from(payload.code.bytecode.replace(/^0x/i, ''), 'hex'))
  const abi = scriptAbi(code)
  if (abi === null) throw new TypeError('invalid transaction script bytecode')
  const filled = payload.type_arguments.map(parseMoveType)
  const types = abi.parameters.filter((type) => !/^&?signer$/.test(type)).map(parseMoveType)
  if (types.length !== payload.arguments.length) throw new TypeError(`expected ${types.length} arguments`)
  const args = types.map((type, position) => scriptArgument(substituteType(type, filled), payload.arguments[position]))
  return new Script(
    code,
    payload.type_arguments.map((type) => parseTypeTag(type)),
    args,
  )
}

/** As the node does it: numbers, addresses and bytes by their own kind, everything else by its BCS. */
function scriptArgument(type: MoveType, json: unknown): Script['args'][number] {
  const value = readJsonArgument(type, json)
  if (value instanceof Uint8Array) return MoveVector.U8(value)
  const make = type.kind === 'primitive' ? BY_KIND[type.name] : undefined
  return make === undefined ? new Serialized(encodeBcsArgument(type, value)) : make(value)
}

const BY_KIND: Readonly<Record<string, (value: MoveValue) => Script['args'][number]>> = {
  bool: (value) => new Bool(value === true),
  address: (value) => AccountAddress.from(String(value)),
  u8: (value) => new U8(Number(value)),
  u16: (value) => new U16(Number(value)),
  u32: (value) => new U32(Number(value)),
  u64: (value) => new U64(BigInt(String(value))),
  u128: (value) => new U128(BigInt(String(value))),
  u256: (value) => new U256(BigInt(String(value))),
}
