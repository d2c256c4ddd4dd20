import type { ScriptFunctionArgumentTypes } from '@aptos-labs/ts-sdk'
import type { InputTransactionData } from '@aptos-labs/wallet-adapter-react'
import type { WirePayload } from '@opal/contract/trading/trade'

/**
 * What a wallet takes for a payload: calls as they are; scripts as their parts, of the SDK's own classes. The SDK is
 * loaded for the first script.
 */
export async function walletData(payload: WirePayload): Promise<InputTransactionData['data']> {
  // The adapter's argument type spells out what its SDK can encode; ours is the same values as JSON.
  if (!('bytes' in payload)) return payload as unknown as InputTransactionData['data']
  const { Deserializer, Script } = await import('@aptos-labs/ts-sdk')
  const { bytecode, type_args, args } = Script.deserialize(Deserializer.fromHex(payload.bytes))
  // What is read from bytes are values of exactly these types; the SDK's declaration says less.
  return { bytecode, typeArguments: type_args, functionArguments: args as ScriptFunctionArgumentTypes[] }
}
