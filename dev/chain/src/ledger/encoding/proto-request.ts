import { aptos } from '@aptos-labs/aptos-protos'
import { toShortAddress } from '@opal/domain/address'
import type { MoveValue } from '../../modules/move-module.ts'
import type { LinkedFunction, ModuleRegistry } from '../execution/module-registry.ts'
import { protoScript } from '../script/proto-script.ts'
import { isScriptCall } from '../script/script-call.ts'
import type { EntryCall, ParsedTransaction } from '../transactions/signed-transaction.ts'
import { hexOf } from './hex.ts'
import { type MoveType, parseMoveType, substituteType } from './move-type.ts'
import { argumentToJson, decodeBcsArgument } from './move-values.ts'
import { protoSignature } from './proto-signature.ts'
import { protoType } from './proto-types.ts'
import { ProtoWriter } from './proto-writer.ts'

type Request = aptos.transaction.v1.UserTransactionRequest
const {
  MoveType: ProtoMoveType,
  Signature_Type: SignatureType,
  TransactionPayload_Type: PayloadType,
  UserTransactionRequest,
} = aptos.transaction.v1
const writer = new ProtoWriter()

/** Builds a user's request as the stream and REST show it. */
export function protoRequest(transaction: ParsedTransaction, modules: ModuleRegistry): Request {
  return {
    sender: toShortAddress(transaction.sender),
    sequenceNumber: transaction.sequenceNumber,
    maxGasAmount: transaction.maxGasAmount,
    gasUnitPrice: transaction.gasUnitPrice,
    expirationTimestampSecs: { seconds: transaction.expirationSeconds, nanos: 0 },
    payload: protoPayload(transaction, modules),
    signature: protoSignature(transaction),
  }
}

function protoPayload({ call }: ParsedTransaction, modules: ModuleRegistry): aptos.transaction.v1.TransactionPayload {
  if (isScriptCall(call)) return { type: PayloadType.TYPE_SCRIPT_PAYLOAD, scriptPayload: protoScript(call) }
  return {
    type: PayloadType.TYPE_ENTRY_FUNCTION_PAYLOAD,
    entryFunctionPayload: entryFunctionPayload(call, modules.resolve(call.functionId)),
  }
}

function entryFunctionPayload(
  call: EntryCall,
  target: LinkedFunction | null,
): aptos.transaction.v1.EntryFunctionPayload {
  const [address = '', module = '', name = ''] = call.functionId.split('::')
  return {
    function: { module: { address, name: module }, name },
    typeArguments: call.typeArguments.map(protoType),
    arguments: argumentTexts(call, target),
    entryFunctionIdStr: call.functionId,
  }
}

/** Returns arguments as JSON texts; as hex where the function is unknown or they do not fit it. */
function argumentTexts(call: EntryCall, target: LinkedFunction | null): string[] {
  const decoded = target === null ? null : decodeArguments(target, call)
  if (decoded === null || target === null) {
    return call.args.map((bytes) => JSON.stringify(hexOf(bytes)))
  }
  const types = parameterTypes(target, call.typeArguments)
  return decoded.map((value, index) => JSON.stringify(argumentToJson(types[index] as MoveType, value)))
}

/** Returns the arguments of a call by the function's parameter types; null when they do not fit. */
export function decodeArguments(target: LinkedFunction, call: EntryCall): readonly MoveValue[] | null {
  const known = decodedCalls.get(call)
  if (known !== undefined) return known
  const decoded = decodeCall(target, call)
  decodedCalls.set(call, decoded)
  return decoded
}

/** A call is shown and executed, and decoded once for both. */
const decodedCalls = new WeakMap<EntryCall, readonly MoveValue[] | null>()

function decodeCall(target: LinkedFunction, call: EntryCall): MoveValue[] | null {
  if (call.args.length !== target.parameters.length) return null
  if (call.typeArguments.length !== target.definition.typeParameters.length) return null
  try {
    const types = parameterTypes(target, call.typeArguments)
    return call.args.map((bytes, index) => decodeBcsArgument(types[index] as MoveType, bytes))
  } catch {
    return null
  }
}

/** Returns the function's parameter types with this call's type arguments filled in. */
export function parameterTypes(target: LinkedFunction, typeArguments: readonly string[]): MoveType[] {
  if (typeArguments.length === 0) return [...target.parameters]
  const types = typeArguments.map(parseMoveType)
  return target.parameters.map((type) => substituteType(type, types))
}

/** Returns Protobuf of the `UserTransactionRequest` that {@link protoRequest} gives. */
export function encodeRequest(transaction: ParsedTransaction, modules: ModuleRegistry): Uint8Array {
  const { proof, call } = transaction
  if (proof === null || isScriptCall(call)) {
    return UserTransactionRequest.encode(protoRequest(transaction, modules)).finish()
  }
  writer.text(1, toShortAddress(transaction.sender))
  writer.bigint(2, transaction.sequenceNumber)
  writer.bigint(3, transaction.maxGasAmount)
  writer.bigint(4, transaction.gasUnitPrice)
  writer.message(5, 6, () => writer.bigint(1, transaction.expirationSeconds))
  writer.message(6, 300, () => {
    writer.number(1, PayloadType.TYPE_ENTRY_FUNCTION_PAYLOAD)
    writer.message(2, 300, () => writeCall(call, argumentTexts(call, modules.resolve(call.functionId))))
  })
  writer.message(7, 105, () => {
    writer.number(1, SignatureType.TYPE_ED25519)
    writer.message(2, 100, () => {
      writer.bytes(1, proof.publicKey)
      writer.bytes(2, proof.signature)
    })
  })
  return writer.take()
}

function writeCall({ functionId, typeArguments }: EntryCall, args: readonly string[]): void {
  const [address = '', module = '', name = ''] = functionId.split('::')
  writer.message(1, 100, () => {
    writer.message(1, 80, () => {
      writer.text(1, address)
      writer.text(2, module)
    })
    writer.text(2, name)
  })
  for (const type of typeArguments) writer.bytes(2, ProtoMoveType.encode(protoType(type)).finish())
  for (const arg of args) writer.text(3, arg)
  writer.text(4, functionId)
}
