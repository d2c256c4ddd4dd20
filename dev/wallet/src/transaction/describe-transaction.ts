import { type RawTransaction, TransactionPayloadEntryFunction } from '@aptos-labs/ts-sdk'
import type { NodeClient } from '../node-client.ts'
import { decodeArgument } from './decode-argument.ts'

/** Description of a transaction, read from the very bytes that will be signed. */
export interface TransactionDescription {
  readonly sender: string
  readonly sequenceNumber: bigint
  /** `module::function`, or the payload's kind where it is no entry function. */
  readonly title: string
  /** Address of the module, or null. */
  readonly moduleAddress: string | null
  readonly typeArguments: readonly string[]
  readonly arguments: readonly { readonly type: string; readonly text: string }[]
  readonly maxGasAmount: bigint
  readonly gasUnitPrice: bigint
  readonly expiresAtSeconds: bigint
}

/** Reads a transaction; parameter types come from the node, and without them arguments are shown as hex. */
export async function describeTransaction(raw: RawTransaction, node: NodeClient): Promise<TransactionDescription> {
  const base = {
    sender: raw.sender.toStringLong(),
    sequenceNumber: raw.sequence_number,
    maxGasAmount: raw.max_gas_amount,
    gasUnitPrice: raw.gas_unit_price,
    expiresAtSeconds: raw.expiration_timestamp_secs,
  }
  if (!(raw.payload instanceof TransactionPayloadEntryFunction)) {
    return { ...base, title: 'a script', moduleAddress: null, typeArguments: [], arguments: [] }
  }
  const call = raw.payload.entryFunction
  const address = call.module_name.address.toString()
  const module = call.module_name.name.identifier
  const name = call.function_name.identifier
  const types = await node.parameterTypes(address, module, name)
  return {
    ...base,
    title: `${module}::${name}`,
    moduleAddress: address,
    typeArguments: call.type_args.map((tag) => tag.toString()),
    arguments: call.args.map((argument, index) => {
      const type = types[index] ?? 'bytes'
      return { type, text: decodeArgument(type, argument.bcsToBytes()) }
    }),
  }
}
