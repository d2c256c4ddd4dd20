import { aptos } from '@aptos-labs/aptos-protos'
import { toShortAddress } from '@opal/domain/address'
import type { ModuleRegistry } from './module-registry.ts'
import { argumentTexts, protoRequest } from './proto-request.ts'
import { protoType } from './proto-types.ts'
import { ProtoWriter } from './proto-writer.ts'
import { isScriptCall } from './script/script-call.ts'
import type { EntryCall, ParsedTransaction } from './signed-transaction.ts'

const { MoveType, Signature_Type, TransactionPayload_Type, UserTransactionRequest } = aptos.transaction.v1
const writer = new ProtoWriter()

/** Protobuf of the `UserTransactionRequest` that {@link protoRequest} gives. */
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
    writer.number(1, TransactionPayload_Type.TYPE_ENTRY_FUNCTION_PAYLOAD)
    writer.message(2, 300, () => writeCall(call, argumentTexts(call, modules.resolve(call.functionId))))
  })
  writer.message(7, 105, () => {
    writer.number(1, Signature_Type.TYPE_ED25519)
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
  for (const type of typeArguments) writer.bytes(2, MoveType.encode(protoType(type)).finish())
  for (const arg of args) writer.text(3, arg)
  writer.text(4, functionId)
}
