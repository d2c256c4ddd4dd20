import { Deserializer, type InputGenerateTransactionPayloadData, Script } from '@aptos-labs/ts-sdk'
import type { WirePayload } from '@opal/contract/trading/trade'

/** Returns a payload of the API as the official SDK builds transactions of it. */
export function payloadInput(payload: WirePayload): InputGenerateTransactionPayloadData {
  if (!('bytes' in payload)) return payload as InputGenerateTransactionPayloadData
  const { bytecode, type_args, args } = Script.deserialize(Deserializer.fromHex(payload.bytes))
  return { bytecode, typeArguments: type_args, functionArguments: args as never }
}
